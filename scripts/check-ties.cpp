// Looks for a full colouring of a board with few monochromatic squares, or refutes that there is one. It stands beside `hip tie`, to
// check its results: it shares no code with it, and bounds colourings in another way. The script check-ties compiles and runs it.
//
// A square is any four cells at the corners of a square of any size and any tilt. The search colours one cell after the other, depth
// first, and gives up a partial colouring when a lower bound on the monochromatic squares of all its completions exceeds the limit.
//
// Bound. Let m be the number of squares whose corners all have one colour already, and t(c, p), for an empty cell c and a colour p, the
// number of threats: squares whose other three corners have the colour p. The preferred colour of c is the one with fewer threats, and
// its excess is |t(c, X) - t(c, O)|; with the excess 0 it has none. Call a square open if two or more of its corners are empty. An
// item is either one of the excess(c) penalties of a cell c, paid by completions in which c does not have its preferred colour, or an
// open square, paid by completions in which it is monochromatic. A conflict is a set of items of which each completion pays one or more.
//
// Theorem. If k conflicts share no item, each completion has at least m + (the sum of min(t(c, X), t(c, O))) + k monochromatic squares.
//
// Proof. A square that is monochromatic in a completion has no empty corner, and is counted by m; or has one, c, and is one of the
// t(c, p) threats, where p is the colour of c, which is the minimum, and the penalties too if p is not the preferred colour; or is open.
// So the number of monochromatic squares is m, plus the sum of the minima, plus the number of items paid: one for each conflict, and
// these differ because conflicts share no item.
//
// Conflicts are found by unit propagation, as MaxSAT solvers find them (Li, Manyà and Planes, 2005): suppose that no item is paid. Then
// cells with an excess have their preferred colours, and a square with three corners of one colour gives the fourth the other colour.
// If that is the preferred colour's opposite, or makes a square monochromatic, the items that the contradiction was derived from are a
// conflict. They are then used up, and the propagation goes on with what is left.
//
// Corollary. If the bound plus the unused penalties of a cell exceeds the limit, all completions within the limit have the preferred
// colour there, because another colour pays these penalties besides the conflicts. The search colours such cells at once.
//
// Roots. The central cells are those nearest to the centre, 12 or more, in whole orbits under the symmetries of the board. Symmetries
// map this set to itself and keep the number of monochromatic squares, as does the exchange of the colours. So it suffices to search
// one of each class of colourings of the central cells: the one with the least number, if the first central cell is the lowest bit and O
// is 1. Roots are in the order of these numbers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

enum Colour : int8_t { X, O, EMPTY };

inline Colour other(Colour colour) { return Colour(1 - colour); }

constexpr int LONGEST_SIDE = 12;
constexpr int MAX_CELLS = LONGEST_SIDE * LONGEST_SIDE;
constexpr size_t MIN_CENTRAL = 12;

// Cells are numbered in reading order.
struct Board {
    int rows, columns, cells;
    std::vector<std::array<uint8_t, 4>> squares;    // their corners
    std::vector<std::vector<uint16_t>> through;     // the squares that have a cell as a corner
    std::vector<std::vector<uint8_t>> symmetries;   // the image of each cell

    Board(int rows, int columns) : rows(rows), columns(columns), cells(rows * columns), through(cells) {
        // The side (down, right) leads from the topmost corner to the right; a quarter turn makes it the next side, (right, -down).
        for (int cell = 0; cell < cells; cell++) {
            for (int down = 0; down < rows; down++) {
                for (int right = 1; right < columns; right++) {
                    int row = cell / columns, column = cell % columns;
                    if (row + down + right >= rows || column + right >= columns || column < down) continue;
                    int side = down * columns + right, turned = right * columns - down;
                    for (int corner : {cell, cell + side, cell + side + turned, cell + turned}) through[corner].push_back(squares.size());
                    squares.push_back({uint8_t(cell), uint8_t(cell + side), uint8_t(cell + side + turned), uint8_t(cell + turned)});
                }
            }
        }
        for (int kind = 0; kind < (rows == columns ? 8 : 4); kind++) {
            std::vector<uint8_t> images;
            for (int cell = 0; cell < cells; cell++) {
                int row = cell / columns, column = cell % columns;
                if (kind & 1) row = rows - 1 - row;
                if (kind & 2) column = columns - 1 - column;
                if (kind & 4) std::swap(row, column);
                images.push_back(row * columns + column);
            }
            symmetries.push_back(images);
        }
    }

    // Orbits in order of the distance from the centre, then of their first cells.
    std::vector<int> central() const {
        std::vector<std::array<int, 3>> order;
        for (int cell = 0; cell < cells; cell++) {
            int row = 2 * (cell / columns) - rows + 1, column = 2 * (cell % columns) - columns + 1, first = cell;
            for (auto& images : symmetries) first = std::min<int>(first, images[cell]);
            order.push_back({row * row + column * column, first, cell});
        }
        std::sort(order.begin(), order.end());
        std::vector<int> found;
        for (size_t i = 0; i < order.size(); i++) {
            if (i >= MIN_CENTRAL && order[i][1] != order[i - 1][1]) break;
            found.push_back(order[i][2]);
        }
        return found;
    }

    std::vector<uint32_t> roots(const std::vector<int>& central) const {
        std::vector<std::vector<int>> images;   // of places in the list of central cells
        for (auto& symmetry : symmetries) {
            images.emplace_back();
            for (int cell : central) images.back().push_back(std::find(central.begin(), central.end(), symmetry[cell]) - central.begin());
        }
        uint32_t all = (1u << central.size()) - 1;
        std::vector<uint32_t> found;
        for (uint32_t root = 0; root <= all; root++) {
            bool least = true;
            for (auto& image : images) {
                uint32_t mapped = 0;
                for (size_t i = 0; i < central.size(); i++) mapped |= (root >> i & 1) << image[i];
                least = least && root <= mapped && root <= (all ^ mapped);
            }
            if (least) found.push_back(root);
        }
        return found;
    }

    int monochromatic(const std::vector<Colour>& colours) const {
        int count = 0;
        for (auto& s : squares) {
            Colour c = colours[s[0]];
            count += c != EMPTY && colours[s[1]] == c && colours[s[2]] == c && colours[s[3]] == c;
        }
        return count;
    }
};

// What a square holds, in 16 bits: the exclusive or of its empty corners (bits 0 to 7; the corner itself if there is one), the number of
// its corners with X (8 to 10) and with O (12 to 14), and whether a conflict has used it up (15).
using State = uint16_t;
constexpr State ONE[2] = {1 << 8, 1 << 12}, USED = 1 << 15, COUNTS = 0xff00;

struct Search {
    const Board& board;
    int limit;
    long long positions = 0;
    std::vector<Colour> colours;
    std::vector<Colour> found;   // a colouring within the limit; empty if there is none yet

    Search(const Board& board, int limit) : board(board), limit(limit), colours(board.cells, EMPTY) {
        for (auto& s : board.squares) states.push_back(s[0] ^ s[1] ^ s[2] ^ s[3]);
        supposed_states = states;
        for (int cell = 0; cell < board.cells; cell++) empty[cell] = where[cell] = cell;
        empty_count = board.cells;
    }

    void place(int cell, Colour colour) {
        colours[cell] = colour;
        monochromatic += threats[colour][cell];
        minima -= std::min(threats[X][cell], threats[O][cell]);
        int last = empty[--empty_count];   // changes places with the cell
        std::swap(empty[where[cell]], empty[empty_count]);
        where[last] = where[cell];
        where[cell] = empty_count;
        for (int square : board.through[cell]) {
            State& state = states[square];
            state = (state ^ cell) + ONE[colour];
            if ((state & COUNTS) == 3 * ONE[colour]) {
                int fourth = state & 255;
                minima += threats[colour][fourth]++ < threats[other(colour)][fourth];
            }
        }
    }

    // Takes back the last placement that still stands.
    void take_back(int cell) {
        Colour colour = colours[cell];
        for (int square : board.through[cell]) {
            State& state = states[square];
            if ((state & COUNTS) == 3 * ONE[colour]) {
                int fourth = state & 255;
                minima -= --threats[colour][fourth] < threats[other(colour)][fourth];
            }
            state = (state - ONE[colour]) ^ cell;
        }
        colours[cell] = EMPTY;
        monochromatic -= threats[colour][cell];
        minima += std::min(threats[X][cell], threats[O][cell]);
        empty_count++;
    }

    // Returns a lower bound on the monochromatic squares of all completions, or the first one found above the limit, and leaves the
    // unused penalties in `excess`. Each level of the propagation supposes that one more cell has its preferred colour, and follows from
    // this what it can. After a conflict it returns to the first level that depends on an item that is now used up.
    int bound() {
        int bound = monochromatic + minima;
        if (bound > limit) return bound;
        int units[MAX_CELLS], unit_count = 0;
        for (int i = 0; i < empty_count; i++) {
            int cell = empty[i], difference = threats[X][cell] - threats[O][cell];
            excess[cell] = std::abs(difference);
            preferred[cell] = difference > 0 ? O : X;
            supposed[cell] = EMPTY;
            if (difference != 0) units[unit_count++] = cell;
        }
        std::copy(states.begin(), states.end(), supposed_states.begin());
        trail_length = 0;
        int followed = 0, levels = 0, level_start[MAX_CELLS], level_unit[MAX_CELLS];
        for (int unit = 0; unit < unit_count; unit++) {
            int cell = units[unit];
            if (excess[cell] == 0 || supposed[cell] != EMPTY) continue;
            level_start[levels] = trail_length;
            level_unit[levels++] = unit;
            suppose(cell, preferred[cell], BY_EXCESS);
            int conflict = NO_CONFLICT;
            while (followed < trail_length && conflict == NO_CONFLICT) conflict = follow(trail[followed++]);
            if (conflict == NO_CONFLICT) continue;
            use_up(conflict);
            if (++bound > limit) break;
            int first = 0;
            while (first < trail_length && !is_used_up(trail[first])) first++;   // the last level found the conflict, and is repeated too
            while (level_start[levels - 1] > first) levels--;
            int start = level_start[--levels];
            unit = level_unit[levels] - 1;
            while (followed > start) {
                int last = trail[--followed];
                for (int square : board.through[last]) {
                    State& state = supposed_states[square];
                    state = (state - ONE[supposed[last]]) ^ last;
                }
            }
            while (trail_length > start) supposed[trail[--trail_length]] = EMPTY;
        }
        return bound;
    }

    // Searches the completions of the present colouring; returns whether it found one within the limit.
    bool search() {
        positions++;
        std::vector<int> forced;
        bool done = false;
        while (!done) {
            int bound = this->bound();
            if (bound > limit) break;
            if (empty_count == 0) {
                found = colours;
                break;
            }
            size_t before = forced.size();
            for (int i = 0; i < empty_count; i++) {
                if (bound + excess[empty[i]] > limit) forced.push_back(empty[i]);
            }
            for (size_t i = before; i < forced.size(); i++) place(forced[i], preferred[forced[i]]);
            done = forced.size() == before;
        }
        if (done) {
            int cell = best_cell();
            for (Colour colour : {X, O}) {
                place(cell, colour);
                search();
                take_back(cell);
                if (!found.empty()) break;
            }
        }
        for (; !forced.empty(); forced.pop_back()) take_back(forced.back());
        return !found.empty();
    }

private:
    static constexpr int BY_EXCESS = -1, NO_CONFLICT = -1;

    std::vector<State> states;
    int monochromatic = 0, minima = 0;         // of all threats[][cell]
    int threats[2][MAX_CELLS] = {};
    int empty_count, empty[MAX_CELLS], where[MAX_CELLS];   // the empty cells, in any order, then the others; where a cell is in this list

    // The propagation of `bound`.
    int excess[MAX_CELLS];
    Colour preferred[MAX_CELLS], supposed[MAX_CELLS];
    std::vector<State> supposed_states;
    int reason[MAX_CELLS];                     // the square that a supposed colour follows from, or BY_EXCESS
    int trail_length, trail[MAX_CELLS];        // the supposed cells, in order
    bool seen[MAX_CELLS] = {};

    void suppose(int cell, Colour colour, int by) {
        supposed[cell] = colour;
        reason[cell] = by;
        trail[trail_length++] = cell;
    }

    // Counts a supposed cell in its squares and supposes what follows. Returns a square whose corners are supposed to have one colour.
    int follow(int cell) {
        Colour colour = supposed[cell];
        int conflict = NO_CONFLICT;
        for (int square : board.through[cell]) {
            State& state = supposed_states[square];
            state = (state ^ cell) + ONE[colour];
            if ((state & COUNTS) != 3 * ONE[colour] || conflict != NO_CONFLICT) continue;
            int fourth = state & 255;
            bool prefers = supposed[fourth] == EMPTY && excess[fourth] > 0 && preferred[fourth] == colour;
            if (prefers) suppose(fourth, colour, BY_EXCESS);
            if (supposed[fourth] == colour) conflict = square;
            if (supposed[fourth] == EMPTY) suppose(fourth, other(colour), square);
        }
        return conflict;
    }

    bool is_used_up(int cell) const { return reason[cell] == BY_EXCESS ? excess[cell] == 0 : supposed_states[reason[cell]] & USED; }

    // Uses up a square that cannot be avoided, and the items from which the colours of its corners follow.
    void use_up(int conflict) {
        int count = 0, involved[MAX_CELLS];
        auto use = [&](int square) {
            supposed_states[square] |= USED;
            for (int corner : board.squares[square]) {
                if (colours[corner] != EMPTY || seen[corner]) continue;
                seen[corner] = true;
                involved[count++] = corner;
            }
        };
        use(conflict);
        for (int i = 0; i < count; i++) {
            if (reason[involved[i]] == BY_EXCESS) excess[involved[i]]--;
            else use(reason[involved[i]]);
        }
        for (int i = 0; i < count; i++) seen[involved[i]] = false;
    }

    // The cell for which both colours make many new threats: squares with two corners of the colour, and two empty ones, count six times
    // as much as those with one corner of it. The product favours cells where both colours do. On 9x9 with the limit 9 it needs a
    // twelfth of the positions that the cell in most squares needs.
    int best_cell() const {
        int best = empty[0];
        long long best_score = -1;
        for (int i = 0; i < empty_count; i++) {
            long long score[2] = {1, 1};
            for (int square : board.through[empty[i]]) {
                switch (states[square] >> 8) {
                    case 0x01: score[X] += 1; break;
                    case 0x02: score[X] += 6; break;
                    case 0x10: score[O] += 1; break;
                    case 0x20: score[O] += 6; break;
                }
            }
            if (score[X] * score[O] > best_score) {
                best_score = score[X] * score[O];
                best = empty[i];
            }
        }
        return best;
    }
};

struct Answer {
    std::vector<Colour> found;
    long long positions;
};

// Searches every parts-th root, from the given one on (1-based).
Answer solve(const Board& board, int limit, size_t part, size_t parts) {
    Search search(board, limit);
    auto central = board.central();
    auto roots = board.roots(central);
    for (size_t i = part - 1; i < roots.size() && search.found.empty(); i += parts) {
        for (size_t k = 0; k < central.size(); k++) search.place(central[k], Colour(roots[i] >> k & 1));
        search.search();
        for (size_t k = central.size(); k-- > 0;) search.take_back(central[k]);
    }
    return {search.found, search.positions};
}

// Compares with all colourings of small boards, then with all completions of random partial colourings of larger ones, whose bounds are
// checked too, then with known minima. Returns whether all agree.
bool self_test() {
    bool right = true;
    auto expect = [&](bool holds, const Board& board, const char* what) {
        if (!holds) printf("wrong: %s on %dx%d\n", what, board.rows, board.columns);
        right = right && holds;
    };
    auto check = [&](const Board& board, int limit, int minimum, size_t parts, const char* what) {
        bool some = false;
        for (size_t part = 1; part <= parts; part++) {
            auto answer = solve(board, limit, part, parts);
            if (answer.found.empty()) continue;
            some = true;
            auto full = std::count(answer.found.begin(), answer.found.end(), EMPTY) == 0;
            expect(full && board.monochromatic(answer.found) <= limit, board, "colouring");
        }
        expect(some == (minimum <= limit), board, what);
    };
    // The least number of monochromatic squares that a completion has.
    auto least = [](const Board& board, std::vector<Colour> colours) {
        std::vector<int> empty;
        for (int cell = 0; cell < board.cells; cell++) if (colours[cell] == EMPTY) empty.push_back(cell);
        int minimum = board.squares.size();
        for (uint32_t completion = 0; completion < 1u << empty.size(); completion++) {
            for (size_t i = 0; i < empty.size(); i++) colours[empty[i]] = Colour(completion >> i & 1);
            minimum = std::min(minimum, board.monochromatic(colours));
        }
        return minimum;
    };
    for (int rows = 1; rows <= 5; rows++) {
        for (int columns = 1; columns <= 5; columns++) {
            Board board(rows, columns);
            if (board.cells > 16) continue;
            int minimum = least(board, std::vector<Colour>(board.cells, EMPTY));
            for (size_t limit = 0; limit <= board.squares.size(); limit++) check(board, limit, minimum, 1, "minimum of all colourings");
        }
    }
    std::mt19937 random(1);
    for (int round = 0; round < 600; round++) {
        Board board(4 + random() % 4, 4 + random() % 4);
        int empty = std::min<int>(board.cells, 6 + random() % 5);
        // Colours with few monochromatic squares, where threats and conflicts decide: each cell gets the better one of two tries.
        std::vector<int> cells(board.cells);
        for (int cell = 0; cell < board.cells; cell++) cells[cell] = cell;
        std::shuffle(cells.begin(), cells.end(), random);
        std::vector<Colour> colours(board.cells, EMPTY);
        for (int i = empty; i < board.cells; i++) {
            Colour colour = Colour(random() % 2);
            colours[cells[i]] = other(colour);
            int others = board.monochromatic(colours);
            colours[cells[i]] = colour;
            if (others < board.monochromatic(colours)) colours[cells[i]] = other(colour);
        }
        int minimum = least(board, colours);
        for (int limit = std::max(0, minimum - 2); limit <= minimum + 2; limit++) {
            Search search(board, limit);
            for (int i = empty; i < board.cells; i++) search.place(cells[i], colours[cells[i]]);
            expect(std::min(search.bound(), limit + 1) <= minimum, board, "bound");
            expect(search.search() == (minimum <= limit), board, "completion");
            for (int i = board.cells; i-- > empty;) search.take_back(cells[i]);
            expect(search.bound() == 0, board, "bound after placements taken back");
        }
    }
    constexpr int MINIMA[][3] = {{6, 6, 0}, {6, 7, 1}, {6, 8, 2}, {7, 7, 3}, {7, 8, 5}, {8, 7, 5}, {7, 9, 6}, {8, 8, 8}};
    for (auto [rows, columns, minimum] : MINIMA) {
        Board board(rows, columns);
        for (int limit = std::max(0, minimum - 1); limit <= minimum; limit++) check(board, limit, minimum, 3, "known minimum");
    }
    puts(right ? "passed" : "failed");
    return right;
}

int main(int argc, char** argv) {
    if (argc == 2 && strcmp(argv[1], "--self-test") == 0) return self_test() ? 0 : 1;
    int rows, columns, limit, end = 0;
    size_t part = 1, parts = 1;
    bool right = argc == 3 || (argc == 5 && strcmp(argv[3], "--part") == 0);
    right = right && sscanf(argv[1], "%dx%d%n", &rows, &columns, &end) == 2 && argv[1][end] == 0;
    right = right && std::min(rows, columns) >= 1 && std::max(rows, columns) <= LONGEST_SIDE;
    right = right && sscanf(argv[2], "%d%n", &limit, &end) == 1 && argv[2][end] == 0 && limit >= 0;
    if (right && argc == 5) {
        right = sscanf(argv[4], "%zu/%zu%n", &part, &parts, &end) == 2 && argv[4][end] == 0 && part >= 1 && part <= parts;
    }
    if (!right) {
        fprintf(stderr, "expected ROWSxCOLUMNS LIMIT [--part I/N], sides from 1 to %d and I from 1 to N, or --self-test\n", LONGEST_SIDE);
        return 1;
    }
    Board board(rows, columns);
    auto answer = solve(board, limit, part, parts);
    if (answer.found.empty()) {
        puts("refuted");
    } else {
        for (int cell = 0; cell < board.cells; cell++) printf("%c%s", "XO"[answer.found[cell]], (cell + 1) % columns ? " " : "\n");
        printf("monochromatic squares: %d\n", board.monochromatic(answer.found));
    }
    printf("positions: %lld\n", answer.positions);
    return 0;
}
