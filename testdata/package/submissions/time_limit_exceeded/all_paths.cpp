// Right but slow: tries all paths that visit no cell twice.
#include <array>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace std;

using Board = vector<string>;

const array<pair<int, int>, 6> NEIGHBOURS = {{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};

void show(const Board &board) {
    for (size_t r = 0; r < board.size(); r++) {
        cout << string(2 * r, ' ');
        for (size_t c = 0; c < board.size(); c++) cout << (c ? "   " : "") << board[r][c];
        cout << '\n';
    }
    cout << '\n';
}

struct Search {
    char player;
    int size;
    Board board;
    vector<vector<bool>> visited;
    int fewest;
    Board best;

    Search(const Board &given, char player)
        : player(player), size(given.size()), board(given), visited(size, vector<bool>(size)), fewest(size * size + 1), best(given) {
        for (int i = 0; i < size; i++) player == 'X' ? walk(i, 0, 0) : walk(0, i, 0);
    }

    void walk(int r, int c, int moves) {
        if (r < 0 || r >= size || c < 0 || c >= size || visited[r][c]) return;
        char owner = board[r][c];
        moves += owner == '-';
        if ((owner != '-' && owner != player) || moves >= fewest) return;
        visited[r][c] = true;
        board[r][c] = player;
        if ((player == 'X' ? c : r) == size - 1) {
            fewest = moves;
            best = board;
        } else {
            for (auto [dr, dc] : NEIGHBOURS) walk(r + dr, c + dc, moves);
        }
        board[r][c] = owner;
        visited[r][c] = false;
    }
};

int main() {
    int data_sets;
    cin >> data_sets;
    cout << "Analyzing " << data_sets << " data set(s)\n";
    for (int number = 1; number <= data_sets; number++) {
        int size, x, o;
        cin >> size >> x >> o;
        Board board(size, string(size, '-'));
        for (int stone = 0; stone < x + o; stone++) {
            string name;
            cin >> name;
            board[stoi(name.substr(1)) - 1][name[0] - 'A'] = stone < x ? 'X' : 'O';
        }
        cout << "Data set " << number << "\nBoard Position:\n";
        show(board);
        Search for_x(board, 'X'), for_o(board, 'O');
        if (for_x.fewest == 0 || for_o.fewest == 0) {
            cout << (for_x.fewest == 0 ? 'X' : 'O') << " has won!\n\n";
            continue;
        }
        for (const Search &search : {for_x, for_o}) {
            cout << "Best case for " << search.player << ":\n";
            show(search.best);
            cout << "Number of moves: " << search.fewest << "\n\n";
        }
    }
}
