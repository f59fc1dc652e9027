"""Ratings from the results of several matches."""

Results = list[tuple[str, str, float, int]]  # first, second, points of the first, games


def fitted(results: Results, fixed: dict[str, float], start: dict[str, float]) -> dict[str, float]:
    """The ratings that make the results likeliest (Bradley and Terry's model, a draw being half a win), found by moving each
    player in turn to where it is expected to score what it has scored. Each pair is given one more draw, so that a
    match without a lost point does not mean an infinite difference.

    >>> r = fitted([("a", "b", 75.5, 101), ("b", "c", 50.5, 101)], {"c": 1000.0}, {"a": 0.0, "b": 0.0})
    >>> {name: round(elo / 10) * 10 for name, elo in r.items()}
    {'c': 1000, 'a': 1190, 'b': 1000}
    """
    ratings = fixed | {name: elo for name, elo in start.items() if name not in fixed}
    games: dict[str, list[tuple[str, float, float]]] = {name: [] for name in ratings}
    for first, second, points, count in results:
        games[first].append((second, points + 0.5, count + 1))
        games[second].append((first, count - points + 0.5, count + 1))
    for _ in range(500):
        moved = 0.0
        for name in ratings:
            if name in fixed or not games[name]:
                continue
            low, high = ratings[name] - 400, ratings[name] + 400
            while high - low > 0.01:
                middle = (low + high) / 2
                excess = sum(n / (1 + 10 ** ((ratings[other] - middle) / 400)) - p for other, p, n in games[name])
                low, high = (low, middle) if excess > 0 else (middle, high)
            moved = max(moved, abs(low - ratings[name]))
            ratings[name] = low
        if moved < 0.05:
            break
    return ratings
