#!/usr/bin/env python3
"""Solves Hip's integer program, as `hip model SIZE` writes it, with one of two solvers: the yardsticks for `hip tie`.

    hip_solvers.py highs|cp-sat MODEL SECONDS     one thread, for at most SECONDS seconds

Prints `optimum N` if the optimum N is proved, or `limit 0` if the time was too short; then the CPU time of the solver in milliseconds,
without the start of Python and the reading of the model. Needs Python's package highspy or ortools.
"""

import operator
import re
import sys
import time


def highs(path, seconds):
    """The word, the number and the CPU seconds, by HiGHS, which reads such files itself."""
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", seconds)
    if solver.readModel(path) != highspy.HighsStatus.kOk:
        sys.exit(f"HiGHS does not read {path}")
    start = time.process_time()
    solver.run()
    took = time.process_time() - start
    status, found = solver.getModelStatus(), solver.getInfo()
    if status == highspy.HighsModelStatus.kOptimal:
        return "optimum", round(found.objective_function_value), took
    if status == highspy.HighsModelStatus.kTimeLimit:
        return "limit", 0, took
    sys.exit(f"HiGHS ends with {solver.modelStatusToString(status)}")


def cp_sat(path, seconds):
    """The same by CP-SAT, which is given the variables and the rows of the file one by one."""
    from ortools.sat.python import cp_model

    objective, rows, names = read(path)
    model = cp_model.CpModel()
    variables = {name: model.new_bool_var(name) for name in names}
    total = lambda terms: sum(sign * variables[name] for sign, name in terms)
    relations = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}
    for terms, relation, right in rows:
        model.add(relations[relation](total(terms), right))
    model.minimize(total(objective))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    start = time.process_time()
    status = solver.solve(model)
    took = time.process_time() - start
    if status == cp_model.OPTIMAL:
        return "optimum", round(solver.objective_value), took
    if status in (cp_model.FEASIBLE, cp_model.UNKNOWN):
        return "limit", 0, took
    sys.exit(f"CP-SAT ends with {solver.status_name(status)}")


def read(path):
    """The objective, the rows and the names of the variables of an LP file as `hip model` writes it.

    Terms are pairs of a sign and a name. A row is its terms, a relation and a number.
    """
    with open(path, encoding="ascii") as file:
        text = re.sub(r"\\.*", "", file.read())
    objective, rows, names = re.fullmatch(r"\s*Minimize\s+obj:(.*)Subject To(.*)Binary(.*)End\s*", text, re.DOTALL).groups()

    def terms(total):
        return [(-1 if sign == "-" else 1, name) for sign, name in re.findall(r"([-+]?)\s*([a-z]\w*)", total)]

    rows = re.findall(r"\w+:([^:<>=]*)([<>]?=)\s*(\d+)", rows)
    return terms(objective), [(terms(left), relation, int(right)) for left, relation, right in rows], names.split()


solver, model, seconds = sys.argv[1:]
word, number, took = {"highs": highs, "cp-sat": cp_sat}[solver](model, float(seconds))
print(word, number, f"{took * 1e3:.1f}")
