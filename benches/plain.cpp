// The yardstick: the program that most teams would hand in. A plain 0-1 breadth-first search from side to side for each
// player with a deque, a backtrace, and printing cell by cell. Any smallest case may be shown, so ties fall as they may.
#include <deque>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

static void print(const vector<string>& board) {
    int size = board.size();
    for (int r = 0; r < size; r++) {
        for (int i = 0; i < 2 * r; i++) cout << ' ';
        for (int c = 0; c < size; c++) {
            if (c > 0) cout << "   ";
            cout << board[r][c];
        }
        cout << '\n';
    }
    cout << '\n';
}

// Marks a smallest set of cells that joins the player's sides, and returns its number of cells; -1 if there is none.
static int complete(vector<string>& board, char player) {
    static const int dr[6] = {-1, -1, 0, 0, 1, 1}, dc[6] = {0, 1, -1, 1, -1, 0};
    int size = board.size(), far = 1000000;
    vector<vector<int>> cost(size, vector<int>(size, far));
    vector<vector<pair<int, int>>> from(size, vector<pair<int, int>>(size, {-1, -1}));
    deque<pair<int, int>> queue;
    for (int i = 0; i < size; i++) {
        int r = player == 'X' ? i : 0, c = player == 'X' ? 0 : i;
        if (board[r][c] == player) {
            cost[r][c] = 0;
            queue.push_front({r, c});
        } else if (board[r][c] == '-') {
            cost[r][c] = 1;
            queue.push_back({r, c});
        }
    }
    while (!queue.empty()) {
        auto [r, c] = queue.front();
        queue.pop_front();
        for (int k = 0; k < 6; k++) {
            int nr = r + dr[k], nc = c + dc[k];
            if (nr < 0 || nc < 0 || nr >= size || nc >= size) continue;
            int step = board[nr][nc] == player ? 0 : board[nr][nc] == '-' ? 1 : -1;
            if (step < 0 || cost[nr][nc] <= cost[r][c] + step) continue;
            cost[nr][nc] = cost[r][c] + step;
            from[nr][nc] = {r, c};
            if (step == 0) queue.push_front({nr, nc});
            else queue.push_back({nr, nc});
        }
    }
    int best = far;
    pair<int, int> at = {-1, -1};
    for (int i = 0; i < size; i++) {
        int r = player == 'X' ? i : size - 1, c = player == 'X' ? size - 1 : i;
        if (cost[r][c] < best) {
            best = cost[r][c];
            at = {r, c};
        }
    }
    if (best == far) return -1;
    while (at.first >= 0) {
        board[at.first][at.second] = player;
        at = from[at.first][at.second];
    }
    return best;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int sets;
    cin >> sets;
    cout << "Analyzing " << sets << " data set(s)\n";
    for (int set = 1; set <= sets; set++) {
        int size, count[2];
        cin >> size >> count[0] >> count[1];
        vector<string> board(size, string(size, '-'));
        for (int p = 0; p < 2; p++) {
            for (int i = 0; i < count[p]; i++) {
                string cell;
                cin >> cell;
                board[stoi(cell.substr(1)) - 1][cell[0] - 'A'] = "XO"[p];
            }
        }
        cout << "Data set " << set << "\nBoard Position:\n";
        print(board);
        vector<string> x = board, o = board;
        int nx = complete(x, 'X'), no = complete(o, 'O');
        if (nx == 0) cout << "X has won!\n";
        else if (no == 0) cout << "O has won!\n";
        else {
            cout << "Best case for X:\n";
            print(x);
            cout << "Number of moves: " << nx << "\n\n";
            cout << "Best case for O:\n";
            print(o);
            cout << "Number of moves: " << no << "\n";
        }
        if (set < sets) cout << '\n';
    }
}
