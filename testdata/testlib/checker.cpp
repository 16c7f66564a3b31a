// Checks an output with testlib. The jury's answer gives the fewest moves; all else is computed here, so any best case
// is accepted.
#include "testlib.h"

using namespace std;

using Board = vector<string>;

const int MOST_WHITE_SPACE = 65536;
// White space in a line; testlib takes only some of it for white space.
const string WHITE = " \t\r\v\f";

// Reads an output or the jury's answer. quitf of the latter's stream reports a failure of the jury.
struct Reader {
    InStream &in;
    int line = 1, white = 0;
    // The number of stones that the last board adds.
    int added = 0;

    bool ended() { return in.eof(); }

    bool at_white() { return !ended() && (WHITE + '\n').find(in.curChar()) != string::npos; }

    bool at_line_end() { return ended() || in.curChar() == '\n'; }

    char next() {
        white = at_white() ? white + 1 : 0;
        if (white > MOST_WHITE_SPACE) in.quitf(_pe, "line %d: too much white space", line);
        line += in.curChar() == '\n';
        return in.nextChar();
    }

    // Reads the words of a phrase. The fault shows what was found from its first word on.
    void expect(const string &phrase) {
        string found;
        for (const string &word : split(phrase, ' ')) {
            while (at_white()) next();
            if (ended()) in.quitf(_wa, "line %d: expected '%s', found the end of the output", line, phrase.c_str());
            size_t begin = found.size();
            while (!ended() && !at_white() && found.size() - begin <= word.size()) found += next();
            if (lowerCase(found.substr(begin)) != lowerCase(word)) {
                while (!at_line_end() && found.size() <= 32) found += next();
                size_t end = found.size() > 32 ? 32 : found.find_last_not_of(WHITE) + 1;
                found = found.substr(0, end) + (found.size() > 32 ? "…" : "");
                in.quitf(_wa, "line %d: expected '%s', found '%s'", line, phrase.c_str(), found.c_str());
            }
            found += ' ';
        }
    }

    // Reads the given board, or that with stones of a player added, and returns it.
    Board board(const Board &given, char player) {
        while (at_white() && !at_line_end()) next();
        if (!at_line_end()) in.quitf(_pe, "line %d: the board does not begin on a new line", line);
        Board shown = given;
        added = 0;
        string text;
        while (text.empty() && !ended()) text = next_line();
        for (int row = 0; row < int(given.size()); row++) {
            if (row > 0) text = next_line();
            string expected(2 * row, ' ');
            for (int column = 0; column < int(given.size()); column++) {
                if (column > 0) expected += "   ";
                char was = given[row][column], cell = expected.size() < text.size() ? text[expected.size()] : ' ';
                if (string("XO-").find(cell) == string::npos) cell = was;
                if (cell != was && (was != '-' || cell != player)) {
                    in.quitf(_wa, "line %d: %c at %c%d, the input has %c", line, cell, 'A' + column, row + 1, was);
                }
                added += cell != was;
                expected += shown[row][column] = cell;
            }
            if (text != expected) {
                expected = compress(expected), text = compress(text);
                in.quitf(_pe, "line %d: expected the row '%s', found '%s'", line, expected.c_str(), text.c_str());
            }
        }
        return shown;
    }

    // Reads up to the end of the line, without white space at its end.
    string next_line() {
        if (!ended() && in.curChar() == '\n') next();
        string text;
        while (!at_line_end()) text += next();
        text.erase(text.find_last_not_of(WHITE) + 1);
        return text;
    }
};

// Returns whether the player's stones connect the sides: left to right for X, top to bottom for O.
bool connects(Board board, char player) {
    int size = int(board.size());
    vector<pair<int, int>> reached;
    auto reach = [&](int row, int column) {
        if (row < 0 || row >= size || column < 0 || column >= size || board[row][column] != player) return;
        board[row][column] = '#';
        reached.push_back({row, column});
    };
    for (int i = 0; i < size; i++) player == 'X' ? reach(i, 0) : reach(0, i);
    while (!reached.empty()) {
        auto [row, column] = reached.back();
        reached.pop_back();
        if ((player == 'X' ? column : row) == size - 1) return true;
        for (int d : {-1, 1}) reach(row, column + d), reach(row + d, column), reach(row + d, column - d);
    }
    return false;
}

// Returns the numbers of moves of all best cases.
vector<int> read_moves(InStream &in, const vector<Board> &boards) {
    Reader reader{in};
    vector<int> moves;
    reader.expect(format("Analyzing %d data set(s)", int(boards.size())));
    for (const Board &given : boards) {
        reader.expect(format("Data set %d", int(&given - &boards[0]) + 1));
        reader.expect("Board Position:");
        reader.board(given, '-');
        if (connects(given, 'X') || connects(given, 'O')) {
            reader.expect(format("%c has won!", connects(given, 'X') ? 'X' : 'O'));
            continue;
        }
        for (char player : {'X', 'O'}) {
            reader.expect(format("Best case for %c:", player));
            if (!connects(reader.board(given, player), player)) {
                in.quitf(_wa, "line %d: the stones of %c do not connect its sides", reader.line, player);
            }
            moves.push_back(reader.added);
            reader.expect(format("Number of moves: %d", reader.added));
        }
    }
    while (reader.at_white()) reader.next();
    if (!reader.ended()) in.quitf(_pe, "line %d: expected nothing after the last data set", reader.line);
    return moves;
}

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    vector<Board> boards(inf.readInt());
    for (Board &board : boards) {
        int size = inf.readInt(), x = inf.readInt(), o = inf.readInt();
        board.assign(size, string(size, '-'));
        for (int stone = 0; stone < x + o; stone++) {
            string cell = inf.readToken();
            board[stoi(cell.substr(1)) - 1][cell[0] - 'A'] = stone < x ? 'X' : 'O';
        }
    }
    vector<int> best = read_moves(ans, boards), found = read_moves(ouf, boards);
    for (size_t i = 0; i < best.size(); i++) {
        quitif(found[i] > best[i], _wa, "best case %d: %d moves, but %d are enough", int(i) + 1, found[i], best[i]);
        quitif(found[i] < best[i], _fail, "best case %d: %d moves, the jury has %d", int(i) + 1, found[i], best[i]);
    }
    quitf(_ok, "%d data sets", int(boards.size()));
}
