# SPDX-License-Identifier: MIT
"""Observed difficulty, a second implementation, as docs/formats.md defines it:
one matrix of all unknowns, whose inverse has all variances. prove() compares the
model with the integral of what it approximates."""
from math import erfc, exp, log, pi, sqrt

WIDER = 7
MILDER = 1 - 1 / WIDER ** 2
PUZZLES, PLAYERS, GAMES = range(3)


def inverse(matrix):
    """Gauss and Jordan's method; the matrices are positive definite."""
    n = len(matrix)
    rows = [list(row) + [float(i == k) for k in range(n)]
            for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
    return [row[n:] for row in rows]


def below(z):
    return erfc(-z * sqrt(0.5)) / 2


def density(z):
    return exp(-z * z / 2) / sqrt(2 * pi)


class Game:
    def __init__(self, puzzle, player, ms, solved):
        self.puzzle, self.player, self.solved = puzzle, player, solved
        self.time = log(ms / 1000)
        self.share, self.weight, self.pull = 1, 0, 0


class Model:
    def __init__(self, games, puzzles, players):
        self.games = [Game(*game) for game in games if game[2] > 0]
        self.n = puzzles, players, len(self.games)
        times = [game.time for game in self.games if game.solved]
        self.centre = sum(times) / len(times) if times else log(60)
        self.square = [1, 0.25, 0.25]
        self.out = [0.2, 0.2, 0.2]
        self.shares = [1] * players

    def solve(self):
        """Means and covariances of puzzles, players, and the mean."""
        puzzles, players, _ = self.n
        size = puzzles + players + 1
        a = [[0.0] * size for _ in range(size)]
        b = [0.0] * size

        def join(i, k, weight, pull=0):
            for x, y, sign in (i, i, 1), (k, k, 1), (i, k, -1), (k, i, -1):
                a[x][y] += sign * weight
            b[i] += pull
            b[k] -= pull
        for game in self.games:
            join(game.puzzle, puzzles + game.player, game.weight, game.pull)
        for i in range(puzzles):
            join(i, size - 1, 1 / self.square[PUZZLES])
        for j, share in enumerate(self.shares):
            a[puzzles + j][puzzles + j] += share / self.square[PLAYERS]
        a[-1][-1] += 0.01
        b[-1] += 0.01 * log(60)
        self.covariance = inverse(a)
        self.mean = [sum(x * y for x, y in zip(row, b))
                     for row in self.covariance]

    def apart(self, i, k):
        """Mean and variance of a difference."""
        c = self.covariance
        return self.mean[i] - self.mean[k], c[i][i] + c[k][k] - 2 * c[i][k]

    def share(self, kind, ratio):
        odds = self.out[kind] / (1 - self.out[kind]) * ratio
        return 1 - MILDER * odds / (1 + odds)

    def share_of_square(self, kind, square):
        power = square / self.square[kind] / 2 * MILDER
        return self.share(kind, exp(min(100, power)) / WIDER)

    def censored(self, game):
        """Sets the game's numbers; returns its terms of the two sums."""
        m, v = self.apart(game.puzzle, self.n[0] + game.player)
        rest = 1 / (1 / v - game.weight)
        m = rest * (m / v - game.pull)

        def z(noise):
            return (m - game.time) / sqrt(noise + rest)
        square = self.square[GAMES]
        game.share = self.share(GAMES, below(z(square * WIDER ** 2)) /
                                below(z(square)))
        n = square / game.share
        r = density(z(n)) / below(z(n))
        q = r * (r + z(n)) / (n + rest)
        game.weight += 0.7 * (q / (1 - rest * q) - game.weight)
        game.pull += 0.7 * ((q * m + r / sqrt(n + rest)) / (1 - rest * q) -
                            game.pull)
        x = -z(n) * r * n / (n + rest)
        return (x * square, 1) if x > 0 else (0, 1 + x)

    def step(self):
        """Returns the greatest change."""
        puzzles, players, _ = self.n
        before = self.centre
        for game in self.games:
            if game.solved:
                game.weight = game.share / self.square[GAMES]
                game.pull = game.weight * game.time
        self.solve()
        self.centre = self.mean[-1]
        terms = [[], [], []]

        def add(kind, share, d, v):
            terms[kind].append((share * d * d,
                                min(1, share * v / self.square[kind])))
        for i in range(puzzles):
            add(PUZZLES, 1, *self.apart(i, -1))
        for j in range(players):
            d, v = self.mean[puzzles + j], self.covariance[puzzles + j][
                puzzles + j]
            self.shares[j] = self.share_of_square(PLAYERS, d * d + v)
            add(PLAYERS, self.shares[j], d, v)
        for game in self.games:
            if not game.solved:
                terms[GAMES].append(self.censored(game))
                continue
            m, v = self.apart(game.puzzle, puzzles + game.player)
            d = game.time - m
            game.share = self.share_of_square(GAMES, d * d + v)
            add(GAMES, game.share, d, v)
        change = abs(self.centre - before)
        shares = ([1] * puzzles, self.shares,
                  [game.share for game in self.games])
        for kind, n in enumerate(self.n):
            square = ((sum(x for x, _ in terms[kind]) + 0.5) /
                      (n - sum(y for _, y in terms[kind]) + 2))
            change = max(change, abs(square / self.square[kind] - 1))
            self.square[kind] = square
            self.out[kind] = (sum(1 - x for x in shares[kind]) / MILDER +
                              0.2) / (n + 20)
        return change

    def run(self):
        steps = 1
        while self.step() >= 1e-7 and steps < 200:
            steps += 1
        return steps


# --- golden games ---

def numbers(seed):
    """splitmix64."""
    while True:
        seed = (seed + 0x9e3779b97f4a7c15) % 2 ** 64
        z = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9 % 2 ** 64
        z = (z ^ z >> 27) * 0x94d049bb133111eb % 2 ** 64
        yield z ^ z >> 31


def played(seed, n, pairs):
    """n games of some of the pairs. Nine in ten are within a factor of two, the
    others of twenty; a quarter is given up."""
    draw = numbers(seed)
    for _ in range(n):
        i, j = pairs[next(draw) % len(pairs)]
        ms = 10000 * (2 + i % 5) // (3 + j % 4)
        if next(draw) % 10:
            ms = ms * (10 + next(draw) % 10) // (10 + next(draw) % 10)
        else:
            ms = ms * (1 + next(draw) % 20) // (1 + next(draw) % 20)
        yield i, j, ms, next(draw) % 4 > 0


def cases():
    """Name, puzzles, players, games."""
    def pairs(puzzles, players):
        return [(i, j) for i in puzzles for j in players]
    yield "club", 6, 9, list(played(1, 60, pairs(range(6), range(9))))
    yield "wide", 12, 5, list(played(2, 70, pairs(range(12), range(5))))
    # Two groups, one of them a single pair; a puzzle and a player
    # without games; a game of 0 ms.
    yield "groups", 7, 8, (
        list(played(3, 40, pairs(range(4), range(5)))) +
        list(played(4, 2, [(5, 6)])) + [(6, 7, 0, True)])
    # Puzzle 4 is never solved, and player 0 has a game that lasted days.
    yield "unsolved", 5, 6, (
        list(played(5, 40, pairs(range(4), range(6)))) +
        [(4, j, 9000 + 1000 * j, False) for j in range(5)] +
        [(2, 0, 300000000, False)])
    yield "one", 1, 1, [(0, 0, 30000, True)]


def four(x):
    return "%.4g" % x


def golden():
    yield ("# case, 'game', puzzle, player, ms, solved; then case, 'puzzle' or"
           " 'player', its number,")
    yield ("# difficulty in seconds or ability, error; then case, 'model', mean"
           " difficulty in seconds,")
    yield "# standard deviations of difficulties, abilities and games, steps"
    for name, puzzles, players, games in cases():
        model = Model(games, puzzles, players)
        steps = model.run()
        for game in games:
            yield "\t".join((name, "game", *(str(int(x)) for x in game)))
        for i in range(puzzles + players):
            error = four(sqrt(model.covariance[i][i]))
            yield "\t".join(
                (name, "puzzle", str(i), four(exp(model.mean[i])), error)
                if i < puzzles else
                (name, "player", str(i - puzzles), four(model.mean[i]), error))
        yield "\t".join((name, "model", four(exp(model.centre)),
                         *(four(sqrt(x)) for x in model.square), str(steps)))


# --- what the model approximates ---

def likelihood(model, game, beta):
    """Of a difficulty, from the only game of a player."""
    total = 0
    for a in 0, 1:
        for b in 0, 1:
            part = ((model.out[PLAYERS] if a else 1 - model.out[PLAYERS]) *
                    (model.out[GAMES] if b else 1 - model.out[GAMES]))
            sd = sqrt(model.square[PLAYERS] * (WIDER ** 2 if a else 1) +
                      model.square[GAMES] * (WIDER ** 2 if b else 1))
            z = (beta - game.time) / sd
            total += part * (density(z) / sd if game.solved else below(z))
    return total


def integrated(model):
    """Mean and standard deviation of each difficulty, with the variances of the
    model, where no player has two games: sums over a grid."""
    puzzles = model.n[0]
    grid = [k * 0.04 for k in range(-25, 250)]
    seen = [[1.0] * len(grid) for _ in range(puzzles)]
    for game in model.games:
        seen[game.puzzle] = [x * likelihood(model, game, beta)
                             for x, beta in zip(seen[game.puzzle], grid)]
    sd = sqrt(model.square[PUZZLES])
    near = [[density((beta - centre) / sd) for beta in grid]
            for centre in grid]
    known = [density((centre - log(60)) / 10) for centre in grid]
    total = [[sum(x * y for x, y in zip(row, seen[i])) for row in near]
             for i in range(puzzles)]
    for i in range(puzzles):
        others = list(known)
        for k in range(puzzles):
            if k != i:
                others = [x * y for x, y in zip(others, total[k])]
        weights = [x * sum(y * row[at] for y, row in zip(others, near))
                   for at, x in enumerate(seen[i])]
        all_of = sum(weights)
        mean = sum(w * beta for w, beta in zip(weights, grid)) / all_of
        yield mean, sqrt(sum(w * (beta - mean) ** 2
                             for w, beta in zip(weights, grid)) / all_of)


def prove():
    """Returns what differs by more than a fiftieth of the standard deviation."""
    games = [(i, 8 * i + j, *game[2:]) for i in range(4)
             for j, game in enumerate(played(9 + i, (2, 4, 6, 8)[i],
                                             [(i, k) for k in range(5)]))]
    model = Model(games, 4, 32)
    model.run()
    wrong = []
    for i, (mean, sd) in enumerate(integrated(model)):
        found = sqrt(model.covariance[i][i])
        if abs(model.mean[i] - mean) > sd / 50 or not 0.98 < found / sd < 1.02:
            wrong.append("observed difficulty %d: %.4f, %.4f, not %.4f, %.4f" %
                         (i, model.mean[i], found, mean, sd))
    return wrong
