import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;

/** Cells are numbered in reading order. */
public class Reach {
    static final int[][] NEIGHBOURS = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
    static final int FAR = Integer.MAX_VALUE / 2;

    static final BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    static StringTokenizer words = new StringTokenizer("");

    final int size;
    final char[] board;
    final int[][] neighbours;

    Reach(int size) {
        this.size = size;
        board = new char[size * size];
        Arrays.fill(board, '-');
        neighbours = new int[size * size][];
        for (int cell = 0; cell < size * size; cell++) {
            int r = cell / size, c = cell % size;
            neighbours[cell] = Arrays.stream(NEIGHBOURS)
                .filter(d -> r + d[0] >= 0 && r + d[0] < size && c + d[1] >= 0 && c + d[1] < size)
                .mapToInt(d -> (r + d[0]) * size + c + d[1]).toArray();
        }
    }

    /** The cells of the first or the last column for X, or row for O. */
    int[] side(char player, boolean last) {
        int line = last ? size - 1 : 0;
        int[] cells = new int[size];
        for (int i = 0; i < size; i++) cells[i] = player == 'X' ? i * size + line : line * size + i;
        return cells;
    }

    /** The fewest moves that connect each cell to one of the player's sides, with a move on the cell itself if it is empty. */
    int[] costs(char player, boolean last) {
        int[] cost = new int[size * size];
        Arrays.fill(cost, FAR);
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        reach(side(player, last), 0, player, cost, queue);
        while (!queue.isEmpty()) {
            int cell = queue.poll();
            reach(neighbours[cell], cost[cell], player, cost, queue);
        }
        return cost;
    }

    void reach(int[] cells, int before, char player, int[] cost, ArrayDeque<Integer> queue) {
        for (int cell : cells) {
            int moves = before + (board[cell] == '-' ? 1 : 0);
            if ((board[cell] != '-' && board[cell] != player) || moves >= cost[cell]) continue;
            cost[cell] = moves;
            // Steps without a move go first, so cells leave the queue in the order of their cost.
            if (board[cell] == '-') queue.addLast(cell);
            else queue.addFirst(cell);
        }
    }

    /**
     * The board after the best case that comes first in reading order, or null if the player has won or cannot win.
     *
     * Each empty cell on a shortest path has a layer, its cost from the first side. A best case has one cell of each layer, each
     * reachable from the one before. So a cell can join cells that are chosen already if it can be reached from the nearest one
     * in a layer before its own, and the nearest one in a layer after its own can be reached from it.
     */
    char[] bestCase(char player, int moves, int[] from) {
        int[] to = costs(player, true);
        int[] layer = new int[size * size];
        for (int cell = 0; cell < size * size; cell++) {
            if (board[cell] == '-' && from[cell] + to[cell] == moves + 1) layer[cell] = from[cell];
        }
        BitSet[] reachable = new BitSet[size * size];
        for (int level = moves; level > 0; level--) {
            for (int cell = 0; cell < size * size; cell++) {
                if (layer[cell] == level) reachable[cell] = reachable(cell, player, layer, reachable);
            }
        }
        TreeMap<Integer, Integer> chosen = new TreeMap<>();
        char[] shown = board.clone();
        for (int cell = 0; cell < size * size; cell++) {
            if (layer[cell] == 0 || chosen.containsKey(layer[cell])) continue;
            Map.Entry<Integer, Integer> before = chosen.lowerEntry(layer[cell]), after = chosen.higherEntry(layer[cell]);
            if (before != null && !reachable[before.getValue()].get(cell)) continue;
            if (after != null && !reachable[cell].get(after.getValue())) continue;
            chosen.put(layer[cell], cell);
            shown[cell] = player;
        }
        return shown;
    }

    /** The cells of later layers that can be reached from a cell, given those of the next layer. */
    BitSet reachable(int cell, char player, int[] layer, BitSet[] reachable) {
        BitSet reached = new BitSet(), seen = new BitSet();
        ArrayDeque<Integer> stack = new ArrayDeque<>();
        stack.push(cell);
        while (!stack.isEmpty()) {
            for (int next : neighbours[stack.pop()]) {
                if (seen.get(next)) continue;
                seen.set(next);
                if (board[next] == player) {
                    stack.push(next);
                } else if (layer[next] == layer[cell] + 1) {
                    reached.set(next);
                    reached.or(reachable[next]);
                }
            }
        }
        return reached;
    }

    void show(char[] shown, StringBuilder out) {
        for (int r = 0; r < size; r++) {
            out.append("  ".repeat(r));
            for (int c = 0; c < size; c++) out.append(c > 0 ? "   " : "").append(shown[r * size + c]);
            out.append('\n');
        }
        out.append('\n');
    }

    void answer(StringBuilder out) {
        show(board, out);
        char[] players = {'X', 'O'};
        int[][] from = new int[2][];
        int[] moves = new int[2];
        for (int p = 0; p < 2; p++) {
            int[] cost = from[p] = costs(players[p], false);
            moves[p] = Arrays.stream(side(players[p], true)).map(cell -> cost[cell]).min().getAsInt();
            if (moves[p] == 0) {
                out.append(players[p]).append(" has won!\n\n");
                return;
            }
        }
        for (int p = 0; p < 2; p++) {
            out.append("Best case for ").append(players[p]).append(":\n");
            show(bestCase(players[p], moves[p], from[p]), out);
            out.append("Number of moves: ").append(moves[p]).append("\n\n");
        }
    }

    static String word() throws IOException {
        while (!words.hasMoreTokens()) words = new StringTokenizer(input.readLine());
        return words.nextToken();
    }

    public static void main(String[] arguments) throws IOException {
        StringBuilder out = new StringBuilder();
        int dataSets = Integer.parseInt(word());
        out.append("Analyzing ").append(dataSets).append(" data set(s)\n");
        for (int number = 1; number <= dataSets; number++) {
            int size = Integer.parseInt(word()), x = Integer.parseInt(word()), o = Integer.parseInt(word());
            Reach position = new Reach(size);
            for (int stone = 0; stone < x + o; stone++) {
                String name = word();
                int row = Integer.parseInt(name.substring(1)) - 1, column = name.charAt(0) - 'A';
                position.board[row * size + column] = stone < x ? 'X' : 'O';
            }
            out.append("Data set ").append(number).append("\nBoard Position:\n");
            position.answer(out);
        }
        System.out.print(out);
    }
}
