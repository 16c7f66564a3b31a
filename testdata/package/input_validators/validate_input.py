#!/usr/bin/env python3
"""Checks whether an input has exactly the form that the statement promises.

    validate_input.py [--constraints_file FILE] [ARGS...] < INPUT

exits 42 if it has. Otherwise it exits 43 and prints the first fault on stderr. FILE gets the bounds of the statement, and
which of them the input reaches, in the form that BAPCtools reads. Other ARGS are ignored.

An input consists of these lines:

    D             the number of data sets, 1 to 100; then for each:
    S             the size of the board, 1 to 21
    X O           the numbers of stones of X and of O, each 0 to S * S
    A1 B2 ...     the cells of X: column letter, row number; an empty line if there are none
    C3 ...        the cells of O, in the same form

There is one space between two items and none elsewhere. Every line ends with a line feed, including the last one. Numbers
have no leading zeros, letters are upper case, and no cell is named twice.
"""

import re
import sys

MOST_DATA_SETS = 100
LARGEST = 21
BOUNDS = {
    "D": (1, MOST_DATA_SETS),
    "S": (1, LARGEST),
    "x": (0, LARGEST * LARGEST),
    "o": (0, LARGEST * LARGEST),
    "column": (1, LARGEST),
    "row": (1, LARGEST),
}

NUMBER = re.compile(rb"0|[1-9][0-9]*")
CELL = re.compile(rb"([A-Z])([1-9][0-9]*)")


class Fault(Exception):
    """A fault of an input, with its line."""


class Lines:
    """The lines of an input, read one by one."""

    def __init__(self, data):
        self.lines = data.split(b"\n")
        # What follows the last line feed: nothing in a valid input.
        self.rest = self.lines.pop()
        self.number = 0

    def items(self, what):
        """Returns the items of the next line."""
        self.number += 1
        if self.number > len(self.lines):
            self.refuse(f"expected a line with {what}, found {'a line without line feed' if self.rest else 'the end'}")
        line = self.lines[self.number - 1]
        if line.startswith(b" ") or line.endswith(b" ") or b"  " in line:
            self.refuse("expected one space between two items and none elsewhere")
        return line.split(b" ") if line else []

    def number_in(self, item, what, least, most):
        # A number with many digits is too large, and would take long to convert.
        if not NUMBER.fullmatch(item) or len(item) > 9:
            self.refuse(f"expected the {what}, found {shown(item)}")
        if not least <= int(item) <= most:
            self.refuse(f"expected a {what} from {least} to {most}, found {int(item)}")
        return int(item)

    def numbers(self, whats, least, most):
        """Returns the numbers that the next line consists of."""
        items = self.items(f"the {' and the '.join(whats)}")
        if len(items) != len(whats):
            self.refuse(f"expected the {' and the '.join(whats)} on this line, found {len(items)} item(s)")
        return [self.number_in(item, what, least, most) for item, what in zip(items, whats)]

    def refuse(self, what):
        raise Fault(f"line {self.number}: {what}")


def shown(item):
    """Returns an item in quotes, shortened if it is long, and safe to show on any terminal."""
    return ascii(item[:32].decode("latin-1")) + ("..." if len(item) > 32 else "")


def check(data, found):
    """Checks an input and adds the numbers that it has to `found`, lists with the names of BOUNDS."""
    lines = Lines(data)
    (data_sets,) = lines.numbers(["number of data sets"], 1, MOST_DATA_SETS)
    found["D"].append(data_sets)
    for _ in range(data_sets):
        (size,) = lines.numbers(["size"], 1, LARGEST)
        counts = lines.numbers(["number of X's stones", "number of O's stones"], 0, size * size)
        for name, number in zip("Sxo", [size, *counts]):
            found[name].append(number)
        owners = {}
        for player, count in zip("XO", counts):
            items = lines.items(f"the cells of {player}")
            for place, item in enumerate(items, 1):
                cell = CELL.fullmatch(item)
                if not cell:
                    lines.refuse(f"item {place}: expected a cell in the form C2, found {shown(item)}")
                column = ord(cell[1]) - ord("A")
                if column >= size or len(cell[2]) > 2 or int(cell[2]) > size:
                    lines.refuse(f"item {place}: cell {shown(item)} is off a board of size {size}")
                if item in owners:
                    lines.refuse(f"item {place}: cell {shown(item)} already has a stone of {owners[item]}")
                owners[item] = player
                found["column"].append(column + 1)
                found["row"].append(int(cell[2]))
            if len(items) != count:
                lines.refuse(f"expected {count} as the number of cells of {player}, found {len(items)}")
    if lines.number < len(lines.lines) or lines.rest:
        raise Fault(f"line {lines.number + 1}: expected nothing after the last data set")


def write_bounds(path, found):
    """Writes a line for each name: place, name, whether each bound is reached, the extremes found, the bounds."""
    with open(path, "w") as file:
        for name, (least, most) in BOUNDS.items():
            if found[name]:
                low, high = min(found[name]), max(found[name])
                reached = f"{low == least:d} {high == most:d}"
                print(f"validate_input.py:{name} {name} {reached} {low} {high} {least} {most}", file=file)


def main():
    found = {name: [] for name in BOUNDS}
    try:
        check(sys.stdin.buffer.read(), found)
    except Fault as fault:
        print(fault, file=sys.stderr)
        sys.exit(43)
    if "--constraints_file" in sys.argv[:-1]:
        write_bounds(sys.argv[sys.argv.index("--constraints_file") + 1], found)
    sys.exit(42)


if __name__ == "__main__":
    main()
