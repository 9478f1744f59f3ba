"""Holds what a bench has measured against what symkit is to reach, where its rows are not those of goals.toml."""

MOST_MORE = 1.10  # what preparing may cost over the same information as plain DWARF


def processor(taken):
    """Median of a command's processor time: the same on a busy machine."""
    values = sorted(user + system for user, system in zip(taken.user, taken.sys))
    return values[len(values) // 2]


def wall_ratio(ours, theirs):
    """Who waits sees the clock."""
    return ours.median("wall") / theirs.median("wall")


def missed(goals):
    """Prints (what, ours / theirs, the most that it may be) for each; whether any is above it."""
    print()
    for what, ratio, most in goals:
        print(f"- {what}: {ratio:.3f}{'' if ratio <= most else f', more than {most}: missed'}")
    return any(ratio > most for _, ratio, most in goals)
