#!/usr/bin/env python3
"""Who wins on a complete graph, and with how many chips, as a post of 2018 computes it: the yardstick for speed.

    chip_firing_post.py winner N     the player who wins if who ends the play wins: 1 or 2
    chip_firing_post.py number N     the number of chips at the end, where Max is first and Min second

The algorithms and the data structures are those of "Combinatorial Games" (2018), the words are ours: a position is a
tuple of chip counts, largest first, one pass over them topples, a recursive search tries all different chips, and a
dictionary remembers what is known. The search for the winner leaves a position as soon as one move wins; the search for
the number keeps the options of each position, as the post does to draw them.
"""

import sys

END = ()


def topple(chips):
    """Topples a sorted list to which one chip has been added; says whether that never ends."""
    degree = len(chips) - 1
    for vertex in range(len(chips)):
        if chips[vertex] >= degree:
            chips[vertex] -= degree
            for other in range(len(chips)):
                if other != vertex:
                    chips[other] += 1
    endless = chips[0] >= degree
    chips.sort(reverse=True)
    return endless


def after(position, vertex):
    """The position after a chip on this vertex."""
    chips = list(position)
    chips[vertex] += 1
    return END if topple(chips) else tuple(chips)


def options(position):
    """All positions after one move, those on equal vertices once."""
    vertices = range(len(position))
    return {after(position, vertex) for vertex in vertices if vertex == 0 or position[vertex] < position[vertex - 1]}


def options_unless_won(position):
    """The same, or nothing if one of the moves ends the play."""
    found = set()
    for vertex in range(len(position)):
        if vertex == 0 or position[vertex] < position[vertex - 1]:
            option = after(position, vertex)
            if option == END:
                return set()
            found.add(option)
    return found


def winner(position, player, known):
    """Which player wins, 0 or 1, if this one is to move."""
    if position in known:
        return known[position]
    found = options_unless_won(position)
    wins = not found
    for option in found:
        if winner(option, 1 - player, known) == player:
            wins = True
            break
    known[position] = player if wins else 1 - player
    return known[position]


def number(position, player, known, graph):
    """How many chips there are at the end if this player, 0 for Max or 1 for Min, is to move."""
    if position in known:
        return known[position]
    found = options(position)
    if END in found and (player == 1 or len(found) == 1):
        found = {END}
    graph[position] = found
    if found == {END}:
        best = sum(position) + 1
    else:
        best = 0 if player == 0 else len(position) ** 2
        for option in found:
            if option != END:
                value = number(option, 1 - player, known, graph)
                if (value > best) if player == 0 else (value < best):
                    best = value
    known[position] = best
    return best


task, vertices = sys.argv[1], int(sys.argv[2])
empty = (0,) * vertices
print(winner(empty, 0, {}) + 1 if task == "winner" else number(empty, 0, {}, {}))
