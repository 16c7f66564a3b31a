#!/usr/bin/env python3
r"""Checks whether an output is right for its input, and draws inputs and outputs.

    validate_output.py INPUT ANSWER FEEDBACK_DIR [ARGS...] < OUTPUT

exits 42 if the output is right. Otherwise it exits 43 and writes one line to FEEDBACK_DIR/judgemessage.txt: the first fault,
and where it is; and a picture of the data set with the fault to FEEDBACK_DIR/judgeimage.svg. Any best case is accepted; ANSWER is
for the picture, and ARGS are ignored.

The tools take each program of the package as a single Python file, so this file is the two visualizers as well, which need the same
reading of outputs. It is the program that its name says; the other names are links to this file:

    visualize_output.py INPUT ANSWER FEEDBACK_DIR [ARGS...] < OUTPUT      writes FEEDBACK_DIR/judgeimage.svg: the output
    visualize_input.py INPUT ANSWER [ARGS...]                             writes testcase.svg: the input, with the best cases of ANSWER

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

import math
import os
import re
import sys
from collections import deque
from xml.sax.saxutils import escape

MOST_BYTES = 256 * 1024 * 1024
# More than this is rejected, so that a program which prints white space forever gets a verdict.
MOST_WHITE_SPACE = 65536

SPACE = re.compile(rb" *")
WHITE_IN_LINE = re.compile(rb"[ \t\r\x0b\x0c]*")
WHITE = re.compile(rb"[ \t\r\x0b\x0c\n]*")
WHITE_AT_END = b" \t\r\x0c"
WORD = re.compile(rb"[^ \t\r\x0b\x0c\n]*")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMNS = list(LETTERS) + [first + second for first in LETTERS for second in LETTERS]
NEIGHBOURS = ((0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1))
SIDES = {"X": "left to right", "O": "top to bottom"}


class Fault(Exception):
    """A fault of an output, with its line."""

    def __init__(self, line, what):
        super().__init__(f"output line {line}: {what}")
        self.line = line


def judge(input_bytes, output_bytes):
    """Returns the first fault of an output, or None if it is right."""
    _, fault = read(list(data_sets(input_bytes)), output_bytes)
    return None if fault is None else str(fault)


def read(boards, output_bytes):
    """Returns what has been read of an output, and its first fault or None."""
    output = Output(output_bytes)
    try:
        if len(output_bytes) > MOST_BYTES:
            raise Fault(1, f"the output is longer than {MOST_BYTES} bytes")
        check(boards, output)
    except Fault as fault:
        return output, fault
    return output, None


def check(boards, output):
    output.phrase(f"Analyzing {len(boards)} data set(s)")
    for number, board in enumerate(boards, 1):
        output.number = number
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
        # For pictures: the data set, the boards that have been read, by data set and player, and the cell that is being read.
        self.number = 0
        self.boards = {}
        self.cell = None

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
        before = b""
        for expected in phrase.encode().split():
            end = self.word()
            if end == self.at:
                raise Fault(self.line, f"expected '{phrase}', found the end of the output")
            word = self.data[self.at:end]
            if word.lower() != expected.lower():
                raise Fault(self.line, f"expected '{phrase}', found {self.found(before)}")
            before += word + b" "
            self.at = end
            self.white = 0

    def end(self):
        if self.word() > self.at:
            raise Fault(self.line, f"expected nothing after the last data set, found {self.found(b'')}")

    def found(self, before):
        """Returns words that were read and the rest of the line in quotes, shortened if that is long."""
        rest = self.data[self.at:self.at + 33].split(b"\n")[0]
        found = before + rest
        if len(found) > 32:
            return f"'{escaped(found[:32])}\u2026'"
        return f"'{escaped(found.rstrip(WHITE_AT_END))}'"

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
        shown = self.boards[self.number, player] = []
        last_line = self.line
        for row in range(len(given)):
            self.cell = (row, 0)
            if self.ended():
                raise Fault(self.line, f"expected row {row + 1} of {name}, found the end of the output")
            last_line = self.line
            shown.append([])
            self.row(row, given[row], player, name, shown[row])
            if not self.ended():
                self.pass_white(self.at + 1)
        self.cell = None
        return shown, last_line

    def row(self, row, given, player, name, shown):
        """Reads a row up to the end of its line and adds its cells to `shown`."""
        row_name = f"row {row + 1} of {name}"
        for column, owner in enumerate(given):
            self.cell = (row, column)
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
            shown.append(stone)
            if stone != owner:
                if stone == "-":
                    raise Fault(self.line, f"{name} shows no stone at {cell}, where the input has {owner}")
                if owner != "-":
                    raise Fault(self.line, f"{name} shows {stone} at {cell}, where the input has {owner}")
                if stone != player:
                    raise Fault(self.line, f"{name} shows a stone at {cell}, where the input has none")
            self.at += 1
            self.white = 0
        self.skip(WHITE_IN_LINE)
        if not self.line_ended():
            raise Fault(self.line, f"{row_name} continues after cell {cell}, its last")


def escaped(some):
    """Returns bytes as text that is safe to show on any terminal."""
    names = {9: r"\t", 10: r"\n", 13: r"\r", 34: r"\"", 39: r"\'", 92: r"\\"}
    return "".join(names.get(b) or (chr(b) if 32 <= b < 127 else f"\\x{b:02x}") for b in some)


# Boards are drawn as `hex --svg` draws them, to the byte.
RADIUS, PITCH, MARGIN, LEGEND, LEGEND_WIDTH = 20.0, 34.641, 44.0, 40.0, 260.0
MARK, CHARACTER, GAP = 22.0, 7.5, 24.0
CORNERS = [(PITCH / 2 * x, RADIUS / 2 * y) for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))]
MOST_DATA_SETS = 20
STYLE = """\
.paper { fill: #fffdf8 }
.cells { fill: #f3efe4; stroke: #8a8577; stroke-width: 1 }
.x.side, .x.stone { fill: #b3301c }
.o.side { fill: #1f5fa8 }
.x.best, .x.mark, .x.chain { stroke: #b3301c }
.o.best, .o.mark, .o.chain { stroke: #1f5fa8 }
.chain { fill: none; stroke-width: 11; stroke-linejoin: round; opacity: 0.45 }
.x.cross { fill: none; stroke: #ffffff; stroke-width: 3; stroke-linecap: round }
.o.stone { fill: none; stroke: #1f5fa8; stroke-width: 5 }
.best { fill: none; stroke-width: 1.8; stroke-dasharray: 3 2.2 }
.mark { fill: none; stroke-width: 2.4; stroke-linecap: round }
text { font: 12px sans-serif; fill: #2b2a27; text-anchor: middle }
text.legend { font-size: 13px }
text.entry { text-anchor: start }
.unread { fill: #8a8577; opacity: 0.5 }
.fault { fill: none; stroke: #7a1fa2; stroke-width: 4.5 }
.line { fill: #f7dc8a }
text.head { font-size: 15px; text-anchor: start }
text.output { font: 12px monospace; text-anchor: start }
text.number { font: 12px monospace; text-anchor: end }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1c1d20 }
  .cells { fill: #2a2c31; stroke: #70747d }
  .x.side, .x.stone { fill: #f0795f }
  .o.side { fill: #6fb0f2 }
  .x.best, .x.mark, .x.chain { stroke: #f0795f }
  .o.best, .o.mark, .o.chain { stroke: #6fb0f2 }
  .x.cross { stroke: #1c1d20 }
  .o.stone { stroke: #6fb0f2 }
  text { fill: #e4e2dc }
  .fault { stroke: #d78bf5 }
  .line { fill: #6b5a14 }
}
"""


def fixed(number):
    return f"{math.floor(number * 100 + 0.5) / 100:.2f}".rstrip("0").rstrip(".")


def path(points):
    return "".join(f"{'L' if i else 'M'}{fixed(x)} {fixed(y)}" for i, (x, y) in enumerate(points))


def shape(kind, data):
    return f'<path class="{kind}" d="{data}"/>'


def circle(kind, x, y, radius):
    return f'<circle class="{kind}" cx="{fixed(x)}" cy="{fixed(y)}" r="{radius}"/>'


def cross(x, y, arm):
    return path([(x - arm, y - arm), (x + arm, y + arm)]) + path([(x - arm, y + arm), (x + arm, y - arm)])


def text(kind, x, y, what):
    return f'<text class="{kind}" x="{fixed(x)}" y="{fixed(y + 4.3)}">{escape(str(what))}</text>'


def stone(player, x, y):
    if player == "X":
        return [circle("x stone", x, y, 12.5), shape("x cross", cross(x, y, 5))]
    return [circle("o stone", x, y, 10)]


def best_case(player, x, y):
    if player == "X":
        diamond = path([(x, y - 11), (x + 8, y), (x, y + 11), (x - 8, y)]) + "Z"
        return [shape("x best", diamond), shape("x mark", cross(x, y, 2.6))]
    return [circle("o best", x, y, 7.5), circle("o mark", x, y, 2)]


class Drawing:
    """The places of a board's cells in a drawing, and what is drawn there: lists of SVG elements."""

    def __init__(self, size):
        width = PITCH * (1.5 * size - 0.5)
        self.size = size
        self.cells = [(row, column) for row in range(size) for column in range(size)]
        self.width = max(2 * MARGIN + width, LEGEND_WIDTH)
        self.height = 2 * MARGIN + RADIUS * (1.5 * size + 0.5) + LEGEND
        self.left = (self.width - width) / 2

    def centre(self, row, column):
        return self.left + PITCH * (0.5 + column + row / 2), MARGIN + RADIUS * (1 + 1.5 * row)

    def corners(self, cell, which=range(6)):
        x, y = self.centre(*cell)
        return [(x + CORNERS[corner][0], y + CORNERS[corner][1]) for corner in which]

    def hexagons(self, kind, cells):
        return shape(kind, "".join(path(self.corners(cell)) + "Z" for cell in cells))

    def empty_board(self):
        lines = [self.hexagons("cells", self.cells[i:i + self.size]) for i in range(0, len(self.cells), self.size)]
        lines += self.sides()
        for i in range(self.size):
            (x, y), (left, middle) = self.centre(0, i), self.centre(i, 0)
            lines.append(text("label", x - 11, y - RADIUS - 14, COLUMNS[i]))
            lines.append(text("label", left - PITCH / 2 - 18, middle, i + 1))
        return lines

    def sides(self):
        """Draws the four sides as bands along the outline, which meet in mitred joints."""
        last, cells = self.size - 1, range(self.size)
        top = [point for i in cells for point in self.corners((0, i), (5, 0))]
        right = [point for i in cells for point in self.corners((i, last), (1, 2))]
        bottom = [point for i in reversed(cells) for point in self.corners((last, i), (2, 3))]
        left = [point for i in reversed(cells) for point in self.corners((i, 0), (4, 5))]
        # At the obtuse corners of the board they meet in the middle of an edge.
        for side, before in ((right, top), (left, bottom)):
            side[:] = [((before[-1][0] + side[0][0]) / 2, (before[-1][1] + side[0][1]) / 2)] + side[:-1]
        outline = top + right + bottom + left

        def normal(i):
            (x, y), (next_x, next_y) = outline[i % len(outline)], outline[(i + 1) % len(outline)]
            length = math.hypot(next_x - x, next_y - y)
            return (next_y - y) / length, (x - next_x) / length

        def moved(i, distance):
            (x, y), (x1, y1), (x2, y2) = outline[i % len(outline)], normal(i - 1), normal(i)
            scale = distance / (1 + x1 * x2 + y1 * y2)
            return x + (x1 + x2) * scale, y + (y1 + y2) * scale

        lines, begin = [], 0
        for kind, side in zip("oxox", (top, right, bottom, left)):
            points = range(begin, begin + len(side) + 1)
            band = [moved(i, 1) for i in points] + [moved(i, 7) for i in reversed(points)]
            lines.append(shape(f"{kind} side", path(band) + "Z"))
            begin += len(side)
        return lines

    def chain(self, board, winner):
        """Draws a shortest winning chain, which is found by a breadth-first search from the last side."""
        along = 1 if winner == "X" else 0
        own = {cell for cell in self.cells if board[cell[0]][cell[1]] == winner}
        queue = deque((cell, None) for cell in self.cells if cell in own and cell[along] == self.size - 1)
        following = {}
        while not (following and cell[along] == 0):
            cell, next_cell = queue.popleft()
            if cell not in following:
                following[cell] = next_cell
                neighbours = [(cell[0] + down, cell[1] + right) for down, right in NEIGHBOURS]
                queue.extend((neighbour, cell) for neighbour in neighbours if neighbour in own)
        points = []
        while cell:
            points.append(self.centre(*cell))
            cell = following[cell]
        right, down = (PITCH * 0.5, 0) if winner == "X" else (PITCH * 0.25, PITCH * 0.43)
        (x, y), (last_x, last_y) = points[0], points[-1]
        points = [(x - right, y - down), *points, (last_x + right, last_y + down)]
        return shape(f"{winner.lower()} chain", path(points))

    def panel(self, title, given, read, best_cases, fault=None):
        """Draws what has been read of a board. Returns the width, the height and the elements.

        `best_cases` has boards of players: their stones on empty cells of the given board are marked. `fault` is a cell.
        """
        lines = [f'<use href="#board-{self.size}"/>', text("legend", self.width / 2, 12, title)]
        x, y = self.width / 2, self.height - LEGEND / 2 - 8
        unread = [cell for cell in self.cells if cell[0] >= len(read) or cell[1] >= len(read[cell[0]])]
        if unread:
            lines.append(self.hexagons("unread", unread))
        elif not best_cases:
            for winner in [player for player in "XO" if fewest_moves(read, player) == 0]:
                lines += [self.chain(read, winner), text("legend", x, y, f"{winner} has won!")]
        owners = {(r, c): owner for r, row in enumerate(read) for c, owner in enumerate(row)}
        best = {
            player: [(r, c) for r, row in enumerate(board) for c, owner in enumerate(row) if owner == player != given[r][c]]
            for player, board in best_cases.items()
        }
        marked = sum(best.values(), [])
        for cell, owner in owners.items():
            if owner != "-" and cell not in marked:
                lines += stone(owner, *self.centre(*cell))
        entries = {player: f"{player}: {len(cells)} move{'s' * (len(cells) != 1)}" for player, cells in best.items()}
        widths = [MARK + CHARACTER * len(words) for words in entries.values()]
        begin = x - (sum(widths) + GAP * (len(widths) - 1)) / 2
        for player, cells in best.items():
            side = -1 if player == "X" else 1
            for cell in cells:
                centre, middle = self.centre(*cell)
                lines += best_case(player, centre + 8.2 * side * (marked.count(cell) - 1), middle)
            if not unread:
                lines += best_case(player, begin + MARK / 2 - 3, y)
                lines.append(text("legend entry", begin + MARK, y, entries[player]))
                begin += MARK + CHARACTER * len(entries[player]) + GAP
        if fault:
            lines.append(self.hexagons("fault", [fault]))
        return self.width, self.height, lines


def printed(output, line):
    """Draws the lines of an output around a line, with a dot for each space."""
    first = max(1, line - 24)
    lines = output.data.split(b"\n", line + 16)
    ends_later = any(lines[line + 16:])
    rows = [(number, escaped(shown[:100]).replace(" ", "\u00b7") + "\u2026" * (len(shown) > 100))
            for number, shown in enumerate(lines[first - 1:line + 16], first)]
    rows = [("", "\u2026")] * (first > 1) + rows + [("", "\u2026")] * ends_later
    width, elements = 0, []
    for row, (number, shown) in enumerate(rows):
        y = 24 + 16 * row
        width = max(width, 76 + 7.3 * len(shown))
        if number == line:
            elements.append(f'<rect class="line" x="4" y="{y - 8}" width="100%" height="16"/>')
        elements += [text("number", 52, y, f"> {number}" if number == line else number), text("output", 60, y, shown)]
    return width, 40 + 16 * len(rows), elements


def picture(title, sizes, rows):
    """Returns a picture: a title, and rows of panels."""
    lines, width, height = [text("head", 12, 20, title)], 24 + 7.6 * len(title), 36
    for row in rows:
        x = 0
        for panel_width, _, elements in row:
            lines += [f'<g transform="translate({fixed(x)} {fixed(height)})">', *elements, "</g>"]
            x += panel_width
        width = max(width, x)
        height += max(panel_height for _, panel_height, _ in row)
    boards = [[f'<g id="board-{size}">', *Drawing(size).empty_board(), "</g>"] for size in sorted(set(sizes))]
    frame = f'width="{fixed(width)}" height="{fixed(height)}"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} viewBox="0 0 {fixed(width)} {fixed(height)}" role="img">',
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n<defs>",
        *sum(boards, []),
        f'</defs>\n<rect class="paper" {frame}/>',
        *lines,
        "</svg>\n",
    ])


def answer_panel(title, number, given, answer):
    best_cases = {player: answer.boards[number, player] for player in "XO" if (number, player) in answer.boards}
    return Drawing(len(given)).panel(title, given, given, best_cases)


def picture_of_output(boards, answer, output, fault, most):
    """Draws data sets of an output: beside the judges' answer the two boards as they have been read, the one with the fault first."""
    numbers = list(range(1, output.number + 1))
    if fault:
        numbers = numbers[-1:] + numbers[:-1]
    rows = [[] for _ in numbers[:most]] or [[]]
    for row, number in zip(rows, numbers):
        given = boards[number - 1]
        row.append(answer_panel(f"data set {number}: the judges' answer", number, given, answer))
        for player in (None, "X", "O"):
            board = output.boards.get((number, player))
            cell = output.cell if [(number, player)] == list(output.boards)[-1:] else None
            if board is not None and (player or cell):
                mark = "> " if cell or fault and number == output.number and f"the board for {player}" in str(fault) else ""
                title = f"{mark}the output, " + (f"best case for {player}" if player else "position")
                row.append(Drawing(len(given)).panel(title, given, board, {player: board} if player else {}, cell))
    if fault:
        rows[0].append(printed(output, fault.line))
    title = str(fault) if fault else f"accepted: {len(boards)} data set(s)" + f", the first {most} of them" * (len(boards) > most)
    return picture(title, [len(boards[number - 1]) for number in numbers[:most]], rows)


def contents(name):
    with open(name, "rb") as file:
        return file.read()


def save(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def visualize_input(boards, answer):
    panels = [answer_panel(f"data set {number}", number, given, answer) for number, given in enumerate(boards, 1)]
    columns = math.ceil(math.sqrt(len(panels)))
    rows = [panels[i:i + columns] for i in range(0, len(panels), columns)]
    save("testcase.svg", picture(f"{len(boards)} data set(s)", map(len, boards), rows))


def main():
    program = os.path.basename(sys.argv[0])
    draws_input = program == "visualize_input.py"
    if len(sys.argv) < (3 if draws_input else 4):
        sys.exit(f"usage: {program} INPUT ANSWER {'' if draws_input else 'FEEDBACK_DIR '}[ARGS...]")
    input_name = sys.argv[1]
    if not os.path.exists(input_name):
        # BAPCtools 2026.10 gives an output visualizer the name from another folder. The input is beside the answer.
        input_name = os.path.splitext(sys.argv[2])[0] + ".in"
    boards = list(data_sets(contents(input_name)))
    if draws_input:
        return visualize_input(boards, read(boards, contents(sys.argv[2]))[0])
    message, image = (os.path.join(sys.argv[3], name) for name in ("judgemessage.txt", "judgeimage.svg"))
    output, fault = read(boards, sys.stdin.buffer.read(MOST_BYTES + 1))
    if program == "visualize_output.py":
        return save(image, picture_of_output(boards, read(boards, contents(sys.argv[2]))[0], output, fault, MOST_DATA_SETS))
    if fault is None:
        # Those for an earlier output do not apply to this one.
        for name in filter(os.path.exists, (message, image)):
            os.remove(name)
        sys.exit(42)
    save(message, f"{fault}\n")
    try:
        save(image, picture_of_output(boards, read(boards, contents(sys.argv[2]))[0], output, fault, 1))
    except Exception as error:
        # The verdict does not depend on the picture.
        print(f"no picture: {error}", file=sys.stderr)
    sys.exit(43)


if __name__ == "__main__":
    main()
