#!/usr/bin/env python3
r"""Checks whether an output is right for its input.

    validate_output.py INPUT ANSWER FEEDBACK_DIR [ARGS...] < OUTPUT

exits 42 if it is. Otherwise it exits 43 and writes one line to FEEDBACK_DIR/judgemessage.txt: the first fault, and
where it is. ANSWER and ARGS are ignored, because every best case is accepted.

An output for D data sets consists of these parts, k going from 1 to D:

    Analyzing D data set(s)
    Data set k
    Board Position:
    the given position
    if P has won:                            P has won!
    else, first for P = X, then for P = O:   Best case for P:
                                             the position with the fewest stones of P added that connect P's sides
                                             Number of moves: N

Between words there may be any white space, line ends included, and letters may be upper or lower case. A board begins on
a new line, after any number of blank lines. Its row r, counted from 1, is 2 (r - 1) spaces and then the cells, each X, O
or -, with three spaces between two cells. White space at the end of a row is ignored, and so is a byte order mark at the
beginning.

X connects left to right, O top to bottom. A cell is named by the letter of its column and the number of its row: A1 is at
the top left. The neighbours of B2 are B1, C1, A2, C2, A3 and B3.
"""

import os
import re
import sys
from collections import deque

MOST_BYTES = 256 * 1024 * 1024
# More than this is rejected, so that a program which prints white space forever gets a verdict.
MOST_WHITE_SPACE = 65536

SPACE = re.compile(rb" *")
WHITE_IN_LINE = re.compile(rb"[ \t\r\x0b\x0c]*")
WHITE = re.compile(rb"[ \t\r\x0b\x0c\n]*")
WORD = re.compile(rb"[^ \t\r\x0b\x0c\n]*")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMNS = list(LETTERS) + [first + second for first in LETTERS for second in LETTERS]
NEIGHBOURS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
SIDES = {"X": "left to right", "O": "top to bottom"}


class Fault(Exception):
    """A fault of an output, with its line."""

    def __init__(self, line, what):
        super().__init__(f"output line {line}: {what}")


def judge(input_bytes, output_bytes):
    """Returns the first fault of an output, or None if it is right."""
    if len(output_bytes) > MOST_BYTES:
        return f"the output is longer than {MOST_BYTES} bytes"
    try:
        check(list(data_sets(input_bytes)), Output(output_bytes))
    except Fault as fault:
        return str(fault)
    return None


def check(boards, output):
    output.phrase(f"Analyzing {len(boards)} data set(s)")
    for number, board in enumerate(boards, 1):
        output.phrase(f"Data set {number}")
        output.phrase("Board Position:")
        output.board(board, None)
        fewest = {player: fewest_moves(board, player) for player in "XO"}
        winners = [player for player in "XO" if fewest[player] == 0]
        if winners:
            output.phrase(f"{winners[0]} has won!")
            continue
        for player in "XO":
            output.phrase(f"Best case for {player}:")
            shown, last_line = output.board(board, player)
            name = "the board for " + player
            added = sum(row.count(player) for row in shown) - sum(row.count(player) for row in board)
            if added != fewest[player]:
                raise Fault(
                    last_line,
                    f"the number of stones added on {name} is {added}, but the smallest possible is {fewest[player]}",
                )
            if fewest_moves(shown, player) != 0:
                raise Fault(last_line, f"{name} does not connect {SIDES[player]}")
            output.phrase(f"Number of moves: {fewest[player]}")
    output.end()


def data_sets(input_bytes):
    """Yields the boards of an input: lists of rows, which are lists of "X", "O" and "-"."""
    # At the end of the file the line for a player without stones may be absent.
    lines = iter(input_bytes.decode("ascii").split("\n") + ["", ""])
    for _ in range(int(next(lines))):
        size = int(next(lines))
        next(lines)
        board = [["-"] * size for _ in range(size)]
        for player in "XO":
            for cell in next(lines).split():
                letters = cell.rstrip("0123456789")
                board[int(cell[len(letters):]) - 1][COLUMNS.index(letters)] = player
        yield board


def fewest_moves(board, player):
    """Returns the smallest number of empty cells that the player still needs.

    It is 0 if the player has won, and None if the opponent has. This is a breadth-first search in which a step on a stone
    of the player costs nothing. Such steps go to the front of the queue and steps on empty cells to its end, so cells
    leave the queue in the order of their cost.
    """
    size = len(board)
    queue = deque()
    reached = set()

    def step(cost, row, column):
        if board[row][column] == player:
            queue.appendleft((cost, row, column))
        elif board[row][column] == "-":
            queue.append((cost + 1, row, column))

    for i in range(size):
        step(0, i if player == "X" else 0, 0 if player == "X" else i)
    while queue:
        cost, row, column = queue.popleft()
        if (row, column) in reached:
            continue
        reached.add((row, column))
        if (column if player == "X" else row) == size - 1:
            return cost
        for down, right in NEIGHBOURS:
            if 0 <= row + down < size and 0 <= column + right < size:
                step(cost, row + down, column + right)
    return None


class Output:
    """An output that is read up to its first fault."""

    def __init__(self, data):
        self.data = data
        self.at = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
        self.line = 1
        # The number of bytes of white space directly before this place.
        self.white = 0

    def ended(self):
        return self.at == len(self.data)

    def line_ended(self):
        return self.ended() or self.data[self.at:self.at + 1] == b"\n"

    def pass_white(self, end):
        """Advances to `end`; there is only white space up to there."""
        too_far = self.at + MOST_WHITE_SPACE - self.white
        if end > too_far:
            line = self.line + self.data.count(b"\n", self.at, too_far)
            raise Fault(line, f"found more than {MOST_WHITE_SPACE} consecutive bytes of white space")
        self.white += end - self.at
        self.line += self.data.count(b"\n", self.at, end)
        self.at = end

    def skip(self, white):
        self.pass_white(white.match(self.data, self.at).end())

    def word(self):
        """Advances to the next word and returns its end."""
        self.skip(WHITE)
        return WORD.match(self.data, self.at).end()

    def phrase(self, phrase):
        for expected in phrase.encode().split():
            end = self.word()
            if end - self.at != len(expected) or self.data[self.at:end].lower() != expected.lower():
                found = quoted(self.data, self.at, end) if end > self.at else "the end of the output"
                raise Fault(self.line, f"expected '{phrase}', found {found}")
            self.at = end
            self.white = 0

    def end(self):
        end = self.word()
        if end > self.at:
            found = quoted(self.data, self.at, end)
            raise Fault(self.line, f"expected nothing after the last data set, found {found}")

    def board(self, given, player):
        """Reads a board that shows the given position, or that with stones of a player added.

        Returns the board and the line of its last row.
        """
        name = "the board" if player is None else "the board for " + player
        self.skip(WHITE_IN_LINE)
        if not self.line_ended():
            raise Fault(self.line, f"{name} does not begin on a new line")
        # Advance to the beginning of the next line that is not blank, or to the end.
        end = WHITE.match(self.data, self.at).end()
        if end < len(self.data):
            end = self.data.rfind(b"\n", self.at, end) + 1
        self.pass_white(end)
        shown = []
        last_line = self.line
        for row in range(len(given)):
            if self.ended():
                raise Fault(self.line, f"expected row {row + 1} of {name}, found the end of the output")
            last_line = self.line
            shown.append(self.row(row, given[row], player, name))
            if not self.ended():
                self.pass_white(self.at + 1)
        return shown, last_line

    def row(self, row, given, player, name):
        """Reads a row up to the end of its line and returns its cells."""
        row_name = f"row {row + 1} of {name}"
        shown = []
        for column, owner in enumerate(given):
            cell = COLUMNS[column] + str(row + 1)
            before = 3 if column > 0 else 2 * row
            blanks_end = SPACE.match(self.data, self.at, self.at + before).end()
            lacks_blanks = blanks_end < self.at + before
            self.pass_white(blanks_end)
            byte = self.data[self.at:self.at + 1]
            if lacks_blanks or byte not in (b"X", b"O", b"-"):
                cell_at = self.at
                # White space at the end of a line is ignored.
                self.skip(WHITE_IN_LINE)
                if self.line_ended():
                    raise Fault(self.line, f"{row_name} ends before cell {cell}")
                if not lacks_blanks and self.at == cell_at:
                    what = f"expected X, O or - at cell {cell} of {name}, found '{escaped(byte)}'"
                elif column == 0:
                    what = f"{row_name} is not indented by exactly {before} spaces"
                else:
                    what = f"{row_name} does not have exactly 3 spaces before cell {cell}"
                raise Fault(self.line, what)
            stone = byte.decode()
            if stone != owner:
                if stone == "-":
                    raise Fault(self.line, f"{name} shows no stone at {cell}, where the input has {owner}")
                if owner != "-":
                    raise Fault(self.line, f"{name} shows {stone} at {cell}, where the input has {owner}")
                if stone != player:
                    raise Fault(self.line, f"{name} shows a stone at {cell}, where the input has none")
            shown.append(stone)
            self.at += 1
            self.white = 0
        self.skip(WHITE_IN_LINE)
        if not self.line_ended():
            raise Fault(self.line, f"{row_name} continues after cell {cell}, its last")
        return shown


def quoted(data, start, end):
    """Returns a word in quotes, shortened if it is long, and safe to show on any terminal."""
    more = "\u2026" if end - start > 32 else ""
    return f"'{escaped(data[start:min(end, start + 32)])}{more}'"


def escaped(some):
    names = {9: r"\t", 10: r"\n", 13: r"\r", 34: r"\"", 39: r"\'", 92: r"\\"}
    return "".join(names.get(b) or (chr(b) if 32 <= b < 127 else f"\\x{b:02x}") for b in some)


def main():
    if len(sys.argv) < 4:
        sys.exit(f"usage: {sys.argv[0]} INPUT ANSWER FEEDBACK_DIR [ARGS...] < OUTPUT")
    with open(sys.argv[1], "rb") as file:
        input_bytes = file.read()
    message = judge(input_bytes, sys.stdin.buffer.read(MOST_BYTES + 1))
    told = os.path.join(sys.argv[3], "judgemessage.txt")
    if message is None:
        # The message for an earlier output does not apply to this one.
        if os.path.exists(told):
            os.remove(told)
        sys.exit(42)
    with open(told, "w", encoding="utf-8") as file:
        file.write(message + "\n")
    sys.exit(43)


if __name__ == "__main__":
    main()
