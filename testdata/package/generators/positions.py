#!/usr/bin/env python3
"""Draws an input: positions of all densities, among them empty, full and one-sided boards.

    positions.py SEED DATA_SETS LARGEST_SIZE

prints the same input for the same arguments.
"""

import random
import sys

COLUMNS = "ABCDEFGHIJKLMNOPQRSTU"


def number(least, most):
    # The module promises the same sequence in all versions for this function alone.
    return least + int(random.random() * (most - least + 1))


def main():
    seed, data_sets, largest = map(int, sys.argv[1:])
    random.seed(seed)
    print(data_sets)
    for _ in range(data_sets):
        size = number(1, largest)
        # In percent; what is beyond 0 to 100 is as 0 or 100.
        filled, of_x = number(-20, 120), number(-20, 120)
        stones = {"X": [], "O": []}
        for cell in [f"{column}{row}" for row in range(1, size + 1) for column in COLUMNS[:size]]:
            if number(0, 99) < filled:
                stones["X" if number(0, 99) < of_x else "O"].append(cell)
        print(size)
        print(len(stones["X"]), len(stones["O"]))
        for cells in stones.values():
            print(*cells)


if __name__ == "__main__":
    main()
