#!/usr/bin/env python3
"""Makes outputs with one fault each, for data/invalid_output.

    wrong_outputs.py FOLDER

writes NAME.in, NAME.ans and NAME.out to FOLDER for each kind of fault: an input with two small positions, one of which has been won; its
answer; and the answer with a change at one of the places where the kind's pattern matches. Positions and places are random, the same
in each run.
"""

import random
import re
import subprocess
import sys
from pathlib import Path

# In patterns added stones are χ and ω, given ones X and O.
CELL = "[XOχω-]"
ROW = rf"^ *{CELL}(?:   {CELL})+$"
BOARD = rf"(?:{ROW}\n)+"
POSITION = rf"(?<=^Board Position:\n){BOARD}"
BEST = rf"(?<=^Best case for [XO]:\n){BOARD}"
STONE = "(?<=   )[XO](?=   |$)"
OTHER = str.maketrans("XOχω", "OXωχ")


def other(match):
    return match[0].translate(OTHER)


def transposed(match):
    rows = [line.split() for line in match[0].split("\n")[:-1]]
    return "".join("  " * r + "   ".join(column) + "\n" for r, column in enumerate(zip(*rows)))


def moved(match):
    """Puts the added stones on the last empty cells."""
    (player,) = set(re.findall("[χω]", match[0]))
    board = list(re.sub("[χω]", "-", match[0]))
    for at in [at for at, cell in enumerate(board) if cell == "-"][-match[0].count(player):]:
        board[at] = player
    return "".join(board)


KINDS = {
    "best-case-though-won": ("^[XO] has won!$", "Best case for X:"),
    "best-case-transposed": (BEST, transposed),
    "board-beside-title": (f"(?<=:)\n(?= *{CELL}   )", " "),
    "byte-that-is-no-text": ("^Data", "D\xe4ta"),
    "data-set-missing": ("(?s)^Data set 2.*", ""),
    "data-set-twice": ("(?s)^Data set 2.*", r"\g<0>\g<0>"),
    "data-sets-from-0": ("(?<=^Data set )1", "0"),
    "empty-line-in-board": (rf"{ROW}(?=\n *{CELL}   )", r"\g<0>\n"),
    "end-within-board": (rf"(?s)({ROW}\n)(?= *{CELL}   ).*", r"\1"),
    "given-stone-exchanged": (STONE, other),
    "given-stone-missing": (STONE, "-"),
    "long-word": ("^Number", "Number" * 10),
    "lower-case-on-board": (STONE, lambda match: match[0].lower()),
    "no-indent": (BOARD, lambda match: re.sub("(?m)^ +", "", match[0])),
    "nothing": (r"(?s)\A.+", ""),
    "number-missing": (r"(?<=^Number of moves:) \d+", ""),
    "number-with-leading-zero": (r"(?<=^Number of moves: )", "0"),
    "one-blank-of-indent": (f"^  (?= *{CELL}   )", " "),
    "one-blank-too-much": (f"^(?= *{CELL}   )", " "),
    "only-one-player": (r"(?s)^Best case for O:.*?\d\n", ""),
    "players-exchanged": ("(?<=^Best case for )[XO]", other),
    "position-is-best-case": (rf"({POSITION})(\nBest case for X:\n)({BOARD})", r"\3\2\3"),
    "position-missing": (POSITION, ""),
    "position-transposed": (POSITION, transposed),
    "position-without-stones": (POSITION, lambda match: re.sub("[XO]", "-", match[0])),
    "row-missing": (rf"{ROW}\n", ""),
    "row-too-long": (ROW, r"\g<0>   -"),
    "row-too-short": (f"   {CELL}$", ""),
    "row-twice": (ROW, r"\g<0>\n\g<0>"),
    "sides-not-joined": (BEST, moved),
    "stone-too-few": ("[χω]", "-"),
    "stone-too-many": (BEST, lambda match: match[0].replace("-", re.search("[χω]", match[0])[0], 1)),
    "stones-of-other-player": (BEST, lambda match: re.sub("[χω]", other, match[0])),
    "tab-between-cells": (f"(?<={CELL})   (?={CELL})", "\t"),
    "text-after-end": (r"\Z", "The end.\n"),
    "two-blanks-between-cells": (f"(?<={CELL})   (?={CELL})", "  "),
    "white-space-without-end": ("^Number", " " * 65536 + "Number"),
    "won-though-open": (r"(?s)^Best case for X:.*?moves.*?moves: \d+$", "X has won!"),
    "words-exchanged": (r"^(\w+ )(\w+ )", r"\2\1"),
    "wrong-number-of-data-sets": ("(?<=^Analyzing )2", "3"),
    "wrong-number-of-moves": (r"(?<=^Number of moves: )\d+", lambda match: str(int(match[0]) + 1)),
    "wrong-winner": ("^[XO](?= has won!$)", other),
    "zero-for-O": ("(?<=   )[Oω](?=   |$)", "0"),
}


def positions():
    """Returns positions of size 3 and 4, those that nobody has won and those that somebody has: pairs of input and answer."""
    inputs = []
    for size in [3, 4] * 30:
        cells = {"X": [], "O": [], "-": []}
        for row in range(1, size + 1):
            for column in "ABCD"[:size]:
                cells[choose("XXOO--")].append(f"{column}{row}")
        lines = [str(size), f"{len(cells['X'])} {len(cells['O'])}", " ".join(cells["X"]), " ".join(cells["O"])]
        inputs.append("\n".join(lines) + "\n")
    solution = Path(__file__).resolve().parents[1] / "submissions/accepted/plain.py"
    command = [sys.executable, str(solution)]
    answers = subprocess.check_output(command, input=f"{len(inputs)}\n{''.join(inputs)}", universal_newlines=True)
    pairs = list(zip(inputs, re.split(r"^Data set \d+\n", answers, flags=re.M)[1:]))
    return [pair for pair in pairs if "Best" in pair[1]], [pair for pair in pairs if "Best" not in pair[1]]


def with_marks(answer):
    """Returns an answer with χ and ω for added stones."""
    given = re.search(f"(?m){POSITION}", answer)[0]

    def marked(match):
        return "".join({"X": "χ", "O": "ω"}.get(cell, cell) if was == "-" else cell for cell, was in zip(match[0], given))

    return re.sub(f"(?m){BEST}", marked, answer)


def choose(items):
    # The module promises the same sequence in all versions for this function alone.
    return items[int(random.random() * len(items))]


def main():
    folder = Path(sys.argv[1])
    random.seed(2018)
    open_positions, won_positions = positions()
    for name, (pattern, change) in KINDS.items():
        random.seed(name)
        chosen = [choose(open_positions), choose(won_positions)]
        if choose([False, True]):
            chosen.reverse()
        answer = "Analyzing 2 data set(s)\n"
        for number, (_, shown) in enumerate(chosen, 1):
            answer += f"Data set {number}\n{with_marks(shown)}"
        place = choose(list(re.finditer(pattern, answer, re.M)))
        output = answer[:place.start()] + (change(place) if callable(change) else place.expand(change)) + answer[place.end():]
        for ending, content in [
            ("in", "2\n" + "".join(text for text, _ in chosen)),
            ("ans", answer.replace("χ", "X").replace("ω", "O")),
            ("out", output.replace("χ", "X").replace("ω", "O")),
        ]:
            (folder / f"{name}.{ending}").write_bytes(content.encode("latin-1"))


if __name__ == "__main__":
    main()
