# The mistake: does not check whether the game is over.
from collections import deque

NEIGHBOURS = [(1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0)]


def show(board):
    for r, row in enumerate(board):
        print("  " * r + "   ".join(row))
    print()


def best_case(board, player):
    """Returns the fewest moves that connect the player's sides, and the cells of a path that takes this number of moves."""
    size = len(board)
    across = 1 if player == "X" else 0  # X connects left to right, O top to bottom.
    cost, before = {}, {}
    queue = deque()

    def reach(cell, moves, origin):
        r, c = cell
        if 0 <= r < size and 0 <= c < size and board[r][c] in ("-", player):
            step = 0 if board[r][c] == player else 1
            # Steps without a move go first, so cells leave the queue in the order of their cost.
            (queue.append if step else queue.appendleft)((cell, moves + step, origin))

    for i in range(size):
        reach((i, 0) if across else (0, i), 0, None)
    while queue:
        cell, moves, origin = queue.popleft()
        if cell not in cost:
            cost[cell], before[cell] = moves, origin
            for dr, dc in NEIGHBOURS:
                reach((cell[0] + dr, cell[1] + dc), moves, cell)

    far_side = [(i, size - 1) if across else (size - 1, i) for i in range(size)]
    cell = min(far_side, key=lambda end: cost.get(end, size * size))
    moves, path = cost.get(cell, size * size), []
    while cell:
        path.append(cell)
        cell = before.get(cell)
    return moves, path


data_sets = int(input())
print("Analyzing", data_sets, "data set(s)")
for number in range(1, data_sets + 1):
    size = int(input())
    input()  # The counts are not needed: the lines of cells have the same information.
    board = [["-"] * size for _ in range(size)]
    for player in "XO":
        for name in input().split():
            board[int(name[1:]) - 1][ord(name[0]) - ord("A")] = player

    print("Data set", number)
    print("Board Position:")
    show(board)
    best = {player: best_case(board, player) for player in "XO"}
    winners = []
    if winners:
        print(winners[0], "has won!")
        print()
        continue
    for player in "XO":
        moves, path = best[player]
        shown = [row[:] for row in board]
        for r, c in path:
            shown[r][c] = player
        print("Best case for " + player + ":")
        show(shown)
        print("Number of moves:", moves)
        print()
