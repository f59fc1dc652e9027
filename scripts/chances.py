"""What `win_model` reckons with: the chances that a score gives, and the curve that goes nearest to what happened."""

import math

# Coefficients of a polynomial of the third degree.
TERMS = 4

Counts = dict[float, tuple[int, int, int]]  # losses, draws, wins by score


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, x))))


def chances(score: float, a: float, b: float) -> tuple[float, float, float]:
    """The chances to lose, draw and win.

    >>> [round(x, 2) for x in chances(120, 120, 50)]
    [0.01, 0.49, 0.5]
    """
    win, loss = logistic((score - a) / b), logistic((-score - a) / b)
    return loss, max(1 - win - loss, 1e-9), win


def surprise(counts: Counts, a: float, b: float) -> float:
    """The negative logarithm of the likelihood."""
    total = 0.0
    for score, outcomes in counts.items():
        total -= sum(n * math.log(max(p, 1e-12)) for n, p in zip(outcomes, chances(score, a, b), strict=True) if n)
    return total


def lowest(value, low: float, high: float) -> float:
    """Where a function that has one valley is lowest (search by golden section).

    >>> round(lowest(lambda x: (x - 3) ** 2, 0, 10), 2)
    3.0
    """
    ratio = (math.sqrt(5) - 1) / 2
    x, y = high - ratio * (high - low), low + ratio * (high - low)
    at_x, at_y = value(x), value(y)
    while high - low > 0.02:
        if at_x < at_y:
            high, y, at_y = y, x, at_x
            x = high - ratio * (high - low)
            at_x = value(x)
        else:
            low, x, at_x = x, y, at_y
            y = low + ratio * (high - low)
            at_y = value(y)
    return (low + high) / 2


def likeliest(counts: Counts) -> tuple[float, float]:
    """The a and b under which the outcomes of a move number are likeliest.

    >>> at = {s: tuple(round(1e6 * p) for p in chances(s, 90, 40)) for s in range(-400, 401, 20)}
    >>> [round(x) for x in likeliest(at)]
    [90, 40]
    """
    a, b = 150.0, 75.0
    for _ in range(40):
        before = (a, b)
        a = lowest(lambda x, b=b: surprise(counts, x, b), 0, 600)
        b = lowest(lambda x, a=a: surprise(counts, a, x), 10, 400)
        if abs(a - before[0]) + abs(b - before[1]) < 0.1:
            break
    return a, b


def polynomial(coefficients: list[float], x: float) -> float:
    return sum(c * x**k for k, c in enumerate(coefficients))


def through(points: list[tuple[float, float, float]]) -> list[float]:
    """The coefficients, constant first, that lie nearest to weighted points (x, y, weight): normal equations.

    >>> [round(c, 6) for c in through([(x / 4, 1 + x / 2 + 3 * (x / 4) ** 2 - (x / 4) ** 3, 1 + x) for x in range(9)])]
    [1.0, 2.0, 3.0, -1.0]
    """
    rows = [
        [sum(w * x ** (i + k) for x, _, w in points) for k in range(TERMS)] + [sum(w * y * x**i for x, y, w in points)]
        for i in range(TERMS)
    ]
    for i in range(TERMS):
        pivot = max(range(i, TERMS), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(TERMS):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [u - factor * v for u, v in zip(rows[k], rows[i], strict=True)]
    return [rows[i][TERMS] / rows[i][i] for i in range(TERMS)]
