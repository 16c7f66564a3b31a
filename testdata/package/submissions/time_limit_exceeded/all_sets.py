# Right but slow: tries all sets of empty cells, small ones first.
from itertools import combinations

NEIGHBOURS = [(1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0)]


def show(board):
    for r, row in enumerate(board):
        print("  " * r + "   ".join(row))
    print()


def connects(board, player):
    size = len(board)
    across = 1 if player == "X" else 0
    reached = {(i, 0) if across else (0, i) for i in range(size)}
    reached = {(r, c) for r, c in reached if board[r][c] == player}
    new = list(reached)
    while new:
        r, c = new.pop()
        for dr, dc in NEIGHBOURS:
            near = (r + dr, c + dc)
            on_board = 0 <= near[0] < size and 0 <= near[1] < size
            if on_board and near not in reached and board[near[0]][near[1]] == player:
                reached.add(near)
                new.append(near)
    return any(cell[across] == size - 1 for cell in reached)


def best_case(board, player):
    """Returns the fewest moves that connect the player's sides, and the board after these moves."""
    cells = [(r, c) for r, row in enumerate(board) for c, owner in enumerate(row) if owner == "-"]
    for moves in range(len(cells) + 1):
        for chosen in combinations(cells, moves):
            shown = [row[:] for row in board]
            for r, c in chosen:
                shown[r][c] = player
            if connects(shown, player):
                return moves, shown


data_sets = int(input())
print("Analyzing", data_sets, "data set(s)")
for number in range(1, data_sets + 1):
    size = int(input())
    input()
    board = [["-"] * size for _ in range(size)]
    for player in "XO":
        for name in input().split():
            board[int(name[1:]) - 1][ord(name[0]) - ord("A")] = player

    print("Data set", number)
    print("Board Position:")
    show(board)
    if connects(board, "X") or connects(board, "O"):
        print("X" if connects(board, "X") else "O", "has won!")
        continue
    for player in "XO":
        moves, shown = best_case(board, player)
        print("Best case for " + player + ":")
        show(shown)
        print("Number of moves:", moves)
