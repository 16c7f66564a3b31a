// The mistake: cells have six neighbours.
#include <array>
#include <deque>
#include <iostream>
#include <string>
#include <utility>

using namespace std;

const int MOST = 21;
const int FAR = MOST * MOST + 1;
const array<pair<int, int>, 8> NEIGHBOURS = {{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

using Board = array<array<char, MOST>, MOST>;
using Costs = array<array<int, MOST>, MOST>;

void show(const Board &board, int size) {
    for (int r = 0; r < size; r++) {
        cout << string(2 * r, ' ');
        for (int c = 0; c < size; c++) cout << (c ? "   " : "") << board.at(r).at(c);
        cout << '\n';
    }
    cout << '\n';
}

// Returns the fewest moves that connect each cell to one of the player's sides, with a move on the cell itself if it is empty.
Costs costs(const Board &board, int size, char player, int side) {
    Costs cost;
    for (auto &row : cost) row.fill(FAR);
    deque<pair<int, int>> queue;
    auto reach = [&](int r, int c, int before) {
        if (r < 0 || r >= size || c < 0 || c >= size) return;
        char owner = board.at(r).at(c);
        int moves = before + (owner == '-');
        if ((owner != '-' && owner != player) || moves >= cost.at(r).at(c)) return;
        cost.at(r).at(c) = moves;
        // Steps without a move go first, so cells leave the queue in the order of their cost.
        if (owner == '-') queue.emplace_back(r, c);
        else queue.emplace_front(r, c);
    };
    for (int i = 0; i < size; i++) player == 'X' ? reach(i, side, 0) : reach(side, i, 0);
    while (!queue.empty()) {
        auto [r, c] = queue.front();
        queue.pop_front();
        for (auto [dr, dc] : NEIGHBOURS) reach(r + dr, c + dc, cost.at(r).at(c));
    }
    return cost;
}

// Returns the fewest moves that connect the player's sides.
int moves_needed(const Board &board, int size, char player) {
    Costs cost = costs(board, size, player, 0);
    int moves = FAR;
    for (int i = 0; i < size; i++) moves = min(moves, player == 'X' ? cost.at(i).at(size - 1) : cost.at(size - 1).at(i));
    return moves;
}

// Returns the board after the best case that comes first in reading order. Each empty cell on a shortest path has a layer, its cost
// from the first side, and a best case has one cell of each layer. So take the first cell, block the other cells of its layer, find
// the shortest paths that are left, and go on.
Board best_case(const Board &given, int size, char player, int moves) {
    Board left = given, shown = given;
    Costs from = costs(left, size, player, 0), to = costs(left, size, player, size - 1);
    auto layer = [&](int r, int c) {
        return left.at(r).at(c) == '-' && from.at(r).at(c) + to.at(r).at(c) == moves + 1 ? from.at(r).at(c) : 0;
    };
    for (int r = 0; r < size; r++) {
        for (int c = 0; c < size; c++) {
            int taken = layer(r, c);
            if (!taken) continue;
            shown.at(r).at(c) = player;
            bool alone = true;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    if (layer(i, j) == taken && (i != r || j != c)) left.at(i).at(j) = '#', alone = false;
                }
            }
            if (alone) continue;
            from = costs(left, size, player, 0);
            to = costs(left, size, player, size - 1);
        }
    }
    return shown;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int data_sets;
    cin >> data_sets;
    cout << "Analyzing " << data_sets << " data set(s)\n";
    Board board;
    for (int number = 1; number <= data_sets; number++) {
        int size, x, o;
        cin >> size >> x >> o;
        for (auto &row : board) row.fill('-');
        for (int stone = 0; stone < x + o; stone++) {
            string name;
            cin >> name;
            board.at(stoi(name.substr(1)) - 1).at(name.at(0) - 'A') = stone < x ? 'X' : 'O';
        }
        cout << "Data set " << number << "\nBoard Position:\n";
        show(board, size);
        int x_moves = moves_needed(board, size, 'X'), o_moves = moves_needed(board, size, 'O');
        if (x_moves == 0 || o_moves == 0) {
            cout << (x_moves == 0 ? 'X' : 'O') << " has won!\n\n";
            continue;
        }
        for (char player : {'X', 'O'}) {
            int moves = player == 'X' ? x_moves : o_moves;
            cout << "Best case for " << player << ":\n";
            show(best_case(board, size, player, moves), size);
            cout << "Number of moves: " << moves << "\n\n";
        }
    }
}
