#!/usr/bin/env python3
"""Whether an input is what the statement promises, to the byte.

    validate_input.py [ARGS...] < INPUT

exits 42 if it is. Otherwise it exits 43 and tells the first fault on stderr. An input consists of these lines:

    D             the number of data sets, 1 to 100; then for each:
    S             the size of the board, 1 to 21
    X O           how many stones the players have, each 0 to S * S
    A1 B2 ...     X's cells: column letter, row number; an empty line for none
    C3 ...        O's cells, likewise

One blank is between two items and none elsewhere. Every line ends with a line feed, the last one too. Numbers have no
leading zeros, letters are capital, and no cell is claimed twice.
"""

import re
import sys

MOST_DATA_SETS = 100
LARGEST = 21

NUMBER = re.compile(rb"0|[1-9][0-9]*")
CELL = re.compile(rb"([A-Z])([1-9][0-9]*)")


class Fault(Exception):
    """What is wrong with an input."""


class Lines:
    """The lines of an input, one after the other."""

    def __init__(self, data):
        self.lines = data.split(b"\n")
        # What follows the last line feed: nothing, in a text.
        self.rest = self.lines.pop()
        self.number = 0

    def items(self, what):
        """The items of the next line."""
        self.number += 1
        if self.number > len(self.lines):
            self.refuse(f"the input ends {'within' if self.rest else 'before'} {what}")
        line = self.lines[self.number - 1]
        if line.startswith(b" ") or line.endswith(b" ") or b"  " in line:
            self.refuse("a blank that is not between two items")
        return line.split(b" ") if line else []

    def number_in(self, item, what, least, most):
        # A number with many digits is not worth converting.
        if not NUMBER.fullmatch(item) or len(item) > 9:
            self.refuse(f"{shown(item)} is no {what}")
        if not least <= int(item) <= most:
            self.refuse(f"{what} {int(item)} is not in {least} to {most}")
        return int(item)

    def numbers(self, whats, least, most):
        """The numbers that the next line consists of."""
        items = self.items(f"the {' and the '.join(whats)}")
        if len(items) != len(whats):
            self.refuse(f"only the {' and the '.join(whats)} should be here")
        return [self.number_in(item, what, least, most) for item, what in zip(items, whats)]

    def refuse(self, what):
        raise Fault(f"line {self.number}: {what}")


def shown(item):
    """An item, cut if it is long, and safe to show on any terminal."""
    return ascii(item[:32].decode("latin-1")) + ("..." if len(item) > 32 else "")


def check(data):
    lines = Lines(data)
    (data_sets,) = lines.numbers(["number of data sets"], 1, MOST_DATA_SETS)
    for _ in range(data_sets):
        (size,) = lines.numbers(["size"], 1, LARGEST)
        counts = lines.numbers(["number of X's stones", "number of O's stones"], 0, size * size)
        owners = {}
        for player, count in zip("XO", counts):
            items = lines.items(f"{player}'s cells")
            for place, item in enumerate(items, 1):
                cell = CELL.fullmatch(item)
                if not cell:
                    lines.refuse(f"item {place}, {shown(item)}, is no cell")
                column = ord(cell[1]) - ord("A")
                if column >= size or len(cell[2]) > 2 or int(cell[2]) > size:
                    lines.refuse(f"item {place}, {shown(item)}, is off a board of size {size}")
                if item in owners:
                    lines.refuse(f"item {place}, {shown(item)}, is claimed by {owners[item]} already")
                owners[item] = player
            if len(items) != count:
                lines.refuse(f"the number of {player}'s stones is {count}, but here are {len(items)}")
    if lines.number < len(lines.lines) or lines.rest:
        raise Fault(f"line {lines.number + 1}: more after the last data set")


def main():
    try:
        check(sys.stdin.buffer.read())
    except Fault as fault:
        print(fault, file=sys.stderr)
        sys.exit(43)
    sys.exit(42)


if __name__ == "__main__":
    main()
