"""The table in Markdown, and the goals."""

import json
import tomllib
from dataclasses import asdict
from pathlib import Path

from rows import TIME

GOALS = Path(__file__).with_name("goals.toml")
HEADING = ("what", "corpus", "symkit", "peer", "ratio", "spread: symkit, peer", "goal", "")


def goals():
    return tomllib.loads(GOALS.read_text())["goal"]


def growth_table(grown):
    """Cost against size: what twice the debug information takes, and whether that is more than twice the time."""
    lines = ["| corpus | debug information | symprep | a second | twice as much | symprep | a second | time grows | |",
             "|---|---|---|---|---|---|---|---|---|"]
    for growth in grown:
        halves = [f"{number(size, 'bytes')} | {number(seconds, TIME)} | {number(size / seconds, 'bytes')}"
                  for size, seconds in growth.points]
        lines.append(f"| {growth.title} | {halves[0]} | {halves[1]} | {growth.times:.2f}× | "
                     f"{'MISSED' if growth.missed else 'reached'} |")
    return "\n".join(lines)


def goal_of(row, all_goals):
    for goal in all_goals:
        if row.what in goal["what"] and row.peer == goal["peer"] and row.corpus in goal.get("corpora", [row.corpus]):
            return goal
    return None


def verdict(row, goal):
    """What the goal is, and whether it is reached, in words."""
    if row.ratio < 1:
        return "1×" if goal is None else f"{goal['times']}×", "BEHIND"
    if goal is None:
        return "", ""
    wanted = f"{goal['times']}×"
    enough = goal.get("at_least", goal["times"])
    if enough != goal["times"]:
        wanted += f" (at least {enough}×)"
    missed = row.ratio < enough
    if "below" in goal:
        wanted += f", below {number(goal['below'], TIME)}"
        missed = missed or row.ours.median(row.measure) >= goal["below"]
    if missed:
        return wanted, "MISSED"
    return wanted, "reached" if row.ratio >= goal["times"] else "good enough"


def table(rows, all_goals):
    lines = ["| " + " | ".join(HEADING) + " |", "|" + "---|" * len(HEADING)]
    lines += ["| " + " | ".join(cells(row, all_goals)) + " |" for row in rows]
    return "\n".join(lines)


def cells(row, all_goals):
    wanted, reached = verdict(row, goal_of(row, all_goals))
    ours, theirs = (number(taken.median(row.measure), row.measure) for taken in (row.ours, row.theirs))
    spreads = ", ".join(spread(taken, row.measure) for taken in (row.ours, row.theirs))
    return row.what, row.title, ours, f"{row.peer} {theirs}", f"{times(row.ratio)}×", spreads, wanted, reached


def missed(rows, all_goals):
    """With what is behind a peer: to be ahead of every one, in every row, is a goal of all rows."""
    return [row for row in rows if verdict(row, goal_of(row, all_goals))[1] in ("MISSED", "BEHIND")]


def shortfall(row, all_goals):
    wanted, reached = verdict(row, goal_of(row, all_goals))
    behind = "behind: " if reached == "BEHIND" else ""
    return f"{row.what}, {row.title}: {behind}{times(row.ratio)}× {row.peer}; the goal is {wanted}"


def times(ratio):
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.1f}" if ratio >= 1.05 else f"{ratio:.2f}"


def spread(taken, measure):
    low, high = (number(value, measure) for value in taken.spread(measure))
    if low == high:
        return low
    if low.split(" ")[1] == high.split(" ")[1]:
        low = low.split(" ")[0]
    return f"{low}–{high}"


SCALES = {
    TIME: ((0.01, "{:.2f} ms", 1e3), (1, "{:.0f} ms", 1e3), (None, "{:.2f} s", 1)),
    "bytes": ((1e6, "{:.0f} kB", 1e-3), (1e8, "{:.1f} MB", 1e-6), (None, "{:,.0f} MB", 1e-6)),
}


def number(value, measure):
    for limit, text, factor in SCALES[TIME if measure == TIME else "bytes"]:
        if limit is None or value < limit:
            return text.format(value * factor)
    return ""


def as_json(rows, all_goals, machine, notes, grown):
    def plain(row):
        wanted, reached = verdict(row, goal_of(row, all_goals))
        return {"what": row.what, "corpus": row.corpus, "title": row.title, "peer": row.peer, "ratio": row.ratio,
                "unit": "seconds" if row.measure == TIME else "bytes", "measure": row.measure,
                "symkit": asdict(row.ours), "theirs": asdict(row.theirs), "goal": wanted, "verdict": reached}

    return json.dumps({"machine": machine, "notes": notes, "rows": [plain(row) for row in rows],
                       "growth": [growth.plain() for growth in grown]}, indent=1)
