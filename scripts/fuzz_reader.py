"""Feed the reader broken files: each must give a value or a one-line error, and soon.

    python scripts/fuzz_reader.py --cases 20000 --seed 1 --seconds 1

The cases are made from the domains and problems of a folder by damaging them; a case is known
by its seed and number, so that a failure can be had again with `--first N --cases 1`.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import NamedTuple

from pddl2nl.errors import PddlError
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain, read_problem

REPOSITORY = Path(__file__).resolve().parent.parent
HUGE = 50_000_000
_LARGEST_BASE = 100_000
_SECONDS_FOR_HUGE = 10.0

Mutation = Callable[[random.Random, bytes], bytes]


class Base(NamedTuple):
    """A faultless file, and the domain that it belongs to where it is a problem."""

    content: bytes
    domain: Domain | None


class Case(NamedTuple):
    """A broken file: what is wrong with the reader's answer (nothing: ""), and whether it read it.

    The mutations that made it are joined by a plus.
    """

    number: int
    mutation: str
    fault: str
    read: bool
    seconds: float


def bases_in(folder: Path, problems_each: int = 2) -> tuple[Base, ...]:
    """The domains below a folder, each with a few of its problems."""
    found: list[Base] = []
    for path in sorted(folder.glob("*/domain.pddl")):
        domain = read_domain(path)
        found.append(Base(path.read_bytes(), None))
        for problem in sorted(path.parent.glob("instances/*.pddl"))[:problems_each]:
            if problem.stat().st_size <= _LARGEST_BASE:
                found.append(Base(problem.read_bytes(), domain))
    return tuple(found)


def flip_bytes(rng: random.Random, content: bytes) -> bytes:
    """Some bytes become others."""
    damaged = bytearray(content)
    for _ in range(rng.randint(1, 8)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    return bytes(damaged)


def delete_bytes(rng: random.Random, content: bytes) -> bytes:
    """A stretch goes missing."""
    start = rng.randrange(len(content))
    return content[:start] + content[start + rng.randint(1, 200) :]


def cut_off(rng: random.Random, content: bytes) -> bytes:
    """The file ends too early."""
    return content[: rng.randrange(len(content))]


def insert_nul(rng: random.Random, content: bytes) -> bytes:
    """NUL and other control characters stand somewhere."""
    start = rng.randrange(len(content))
    return content[:start] + bytes([rng.randrange(32)] * rng.randint(1, 3)) + content[start:]


def on_tokens(change: Callable[[random.Random, list[bytes]], None]) -> Mutation:
    """A mutation of the words and parentheses of a file, which loses its comments by it."""

    @wraps(change)
    def mutate(rng: random.Random, content: bytes) -> bytes:
        tokens = re.findall(rb"[()]|[^\s()]+", re.sub(rb";[^\n]*", b"", content))
        if tokens:
            change(rng, tokens)
        return b" ".join(tokens)

    return mutate


@on_tokens
def delete_token(rng: random.Random, tokens: list[bytes]) -> None:
    """Some tokens go missing."""
    for _ in range(rng.randint(1, 4)):
        if tokens:
            del tokens[rng.randrange(len(tokens))]


@on_tokens
def double_token(rng: random.Random, tokens: list[bytes]) -> None:
    """A stretch of tokens stands there twice."""
    start = rng.randrange(len(tokens))
    tokens[start:start] = tokens[start : start + rng.randint(1, 12)]


@on_tokens
def swap_tokens(rng: random.Random, tokens: list[bytes]) -> None:
    """Two tokens change places."""
    one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]


@on_tokens
def replace_token(rng: random.Random, tokens: list[bytes]) -> None:
    """A token becomes a word that means something elsewhere."""
    words = (
        b"and or not when forall exists imply = - ? ?x ( ) () (()) object either number :action "
        b":init :goal :effect :precondition :parameters :derived :durative-action increase assign "
        b"total-cost 5 -3 1e999 nan preference always at define domain problem :constraints"
    ).split()
    for _ in range(rng.randint(1, 3)):
        tokens[rng.randrange(len(tokens))] = rng.choice(words)


@on_tokens
def upper_case(rng: random.Random, tokens: list[bytes]) -> None:
    """Some tokens are shouted."""
    for _ in range(rng.randint(1, 30)):
        index = rng.randrange(len(tokens))
        tokens[index] = tokens[index].upper()


@on_tokens
def nest(rng: random.Random, tokens: list[bytes]) -> None:
    """A token is wrapped in up to 100,000 parentheses, closed again or not."""
    depth = int(10 ** rng.uniform(0, 5))
    word = rng.choice((b"(", b"( and", b"( not", b"( or", b"( forall (?q)", b"( when (and)"))
    index = rng.randrange(len(tokens))
    closing = rng.choice((depth, depth, depth - 1, depth + 1))
    tokens[index] = word * depth + b" " + tokens[index] + b" )" * closing


@on_tokens
def lengthen(rng: random.Random, tokens: list[bytes]) -> None:
    """A token grows very long."""
    index = rng.randrange(len(tokens))
    tokens[index] += rng.choice((b"x", b"?", b"-", b"\xc3\xa4")) * int(10 ** rng.uniform(1, 5))


def re_encode(rng: random.Random, content: bytes) -> bytes:
    """The file is stored in another encoding, or with a byte order mark."""
    text = content.decode("latin-1")
    encoding = rng.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "cp037"))
    return text.encode(encoding)


def accents(rng: random.Random, content: bytes) -> bytes:
    """Letters beyond ASCII stand somewhere, in Latin-1 or UTF-8."""
    start = rng.randrange(len(content))
    letter = rng.choice(("ä", "İ", "ß", "\u2028", "\ufeff", "\xa0"))
    encoding = "utf-8" if ord(letter) > 255 else rng.choice(("utf-8", "latin-1"))
    return content[:start] + letter.encode(encoding) + content[start:]


def line_ends(rng: random.Random, content: bytes) -> bytes:
    """Lines end as on other systems."""
    return content.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\r")))


def many_parameters(rng: random.Random, content: bytes) -> bytes:
    """An action with 10,000 parameters stands at the end."""
    names = " ".join(f"?p{i}" for i in range(10_000))
    last = rng.choice(("?p9999", "?p10000", "?p0"))
    action = f"(:action wide :parameters ({names}) :precondition (= ?p1 {last}) :effect (and))"
    return content.rstrip().removesuffix(b")") + action.encode() + b")"


MUTATIONS: tuple[Mutation, ...] = (
    *(flip_bytes, delete_bytes, cut_off, insert_nul),
    *(delete_token, double_token, swap_tokens, replace_token, upper_case, nest, lengthen),
    *(re_encode, accents, line_ends, many_parameters),
)
HUGE_FILES = {
    "one word": (b"(define (domain ", b"x", b"))"),
    "one comment": (b"(define (domain d);", b"x", b"\n)"),
    "one undeclared predicate": (b"(define (domain d) (:action a :effect (", b"p", b")))"),
    "blanks": (b"(define", b" ", b"(domain d))"),
}
"""What stands before, 50 million times in the middle, and behind."""


def answered(path: Path, domain: Domain | None, limit: float) -> tuple[str, bool, float]:
    """What is wrong with the reader's answer to a file, whether it read it, and the seconds."""
    started = time.process_time()
    fault, read = "", False
    try:
        if domain is None:
            read_domain(path)
        else:
            read_problem(path, domain)
        read = True
    except PddlError as error:
        text = str(error)
        if len(text.splitlines()) != 1:
            fault = f"an error of several lines: {text!r}"
        elif len(text) > 1000:
            fault = f"an error of {len(text)} characters"
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    elapsed = time.process_time() - started
    if not fault and elapsed > limit:
        fault = f"took {elapsed:.2f} s"
    return fault, read, elapsed


def fuzz(
    bases: Sequence[Base], folder: Path, *, cases: int, seed: int, seconds: float, first: int = 0
) -> Iterator[Case]:
    """Run cases `first` to `first + cases` of a seed, by way of a file in `folder`."""
    path = folder / "case.pddl"
    for number in range(first, first + cases):
        rng = random.Random(f"{seed}/{number}")
        base = rng.choice(bases)
        content = base.content
        chosen = rng.choices(MUTATIONS, k=rng.choice((1, 1, 2)))
        for mutation in chosen:
            content = mutation(rng, content) if content else content
        path.write_bytes(content)
        names = " + ".join(mutation.__name__ for mutation in chosen)
        yield Case(number, names, *answered(path, base.domain, seconds))


def fuzz_huge(folder: Path) -> Iterator[Case]:
    """Run the 50 MB cases."""
    path = folder / "huge.pddl"
    for number, (name, (before, middle, behind)) in enumerate(HUGE_FILES.items()):
        path.write_bytes(before + middle * HUGE + behind)
        yield Case(number, name, *answered(path, None, _SECONDS_FOR_HUGE))


def main() -> int:
    """Run the cases that the command line asks for; 1 where one failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--cases", type=int, default=1000, help="how many cases")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1.0, help="the most time of a case")
    parser.add_argument("--folder", type=Path, help="where to find */domain.pddl")
    options = vars(parser.parse_args())
    given = options.pop("folder") or REPOSITORY.parent / "shared" / "apb"
    bases = bases_in(given if given.is_dir() else REPOSITORY / "domains")
    if not bases:
        print(f"no */domain.pddl below {given}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        cases = [*fuzz(bases, Path(name), **options)]
        failures = [each for each in (*cases, *fuzz_huge(Path(name))) if each.fault]
    for failure in failures:
        print(f"case {failure.number} ({failure.mutation}): {failure.fault}")
    read = sum(each.read for each in cases)
    counts = f"{read} read, {len(cases) - read} refused, {len(failures)} failed"
    print(f"{len(cases)} cases from {len(bases)} files: {counts}; ", end="")
    print(f"the slowest took {max((each.seconds for each in cases), default=0):.2f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
