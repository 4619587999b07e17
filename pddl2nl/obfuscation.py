"""Names that say nothing: whether a player understands a task, or knows it by its words.

The seed paper's control (section 5, "Comparison to PDDL and Tpl") replaces the names of predicates
and actions, and nothing else: types, objects and variables keep theirs, and so does the domain,
whose name no English text mentions.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, permutations

from pddl2nl.english.words import split_name
from pddl2nl.errors import InputError
from pddl2nl.model import Domain, Parameter
from pddl2nl.renaming import Renaming

_SPEC = re.compile(r"names|words(?::(?P<seed>\d+))?")
_STEM = 4
"""Words that share this many letters at their beginning may be of one family."""

# Moods, manners and music: nothing that moves, carries, opens, connects or can be counted.
_QUALITIES = tuple(
    """
    bashful boisterous candid charming chivalrous clumsy courteous cranky curious dapper dreamy
    drowsy eloquent fickle flippant frivolous gleeful gloomy grumpy gullible haughty humble
    impish jaunty jealous jolly jovial lazy lenient melodic merry mischievous modest moody
    nostalgic pensive pious placid plucky pompous prudent quaint quirky sarcastic serene shrewd
    sincere sleepy smug snobbish solemn spiteful sullen tactful ticklish tuneful vain wary
    whimsical wistful witty zany zealous
    """.split()
)
_ATTITUDES = tuple(
    """
    admires adores applauds befriends bewilders chastises cherishes congratulates
    despises detests distrusts emulates enchants envies flatters forgives greets
    idolises loathes misquotes mocks outwits pities praises provokes resents ridicules soothes
    teases
    """.split()
)
_PASTIMES = tuple(
    """
    astonish baffle caricature chide coax compliment console curtsy daydream embarrass fidget
    flabbergast frown gossip grimace haggle harmonise hiccup hum hypnotise improvise jest joke
    meditate mumble nap parody philosophise ponder pout procrastinate recite rehearse rhyme
    shrug sigh sing smirk sneeze snore sulk vex waltz whistle wink yawn yodel
    """.split()
)


def is_scheme(spec: str) -> bool:
    """Whether there is such an obfuscation: `names`, `words`, or `words:SEED`."""
    return _SPEC.fullmatch(spec) is not None


def renaming(domain: Domain, spec: str | None) -> Renaming:
    """New names for the predicates and actions of a domain.

    Args:
        domain: the domain.
        spec: `names` to count them, as the paper does; `words` for unrelated words, `words:SEED`
            for others; None to keep all names.

    Raises:
        InputError: there is no such scheme.
    """
    if spec is None:
        return Renaming()
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise InputError(f"unknown obfuscation '{spec}'; known are names, words and words:SEED")
    return numbered(domain) if spec == "names" else in_words(domain, int(match["seed"] or 1))


def numbered(domain: Domain) -> Renaming:
    """`predicate1`, …, `predicateN` and `action1`, …, `actionM`, in the order of the domain."""
    return Renaming(
        {name: f"predicate{number}" for number, name in enumerate(_predicate_names(domain), 1)},
        {schema.name: f"action{number}" for number, schema in enumerate(domain.actions, 1)},
    )


def in_words(domain: Domain, seed: int = 1) -> Renaming:
    """Words that have nothing to do with the domain: no two alike, none of a family with its own.

    What has at most one argument becomes a quality (`grumpy`), what has more an attitude
    (`envies`), an action a pastime (`yodel`), so that sentences stay sentences.

    Args:
        domain: the domain.
        seed: what the choice depends on, besides the domain's name.
    """
    rng = random.Random(f"{domain.name}/{seed}")
    own = {word[:_STEM] for name in _all_names(domain) for word in split_name(name)}
    qualities, attitudes, pastimes = (
        _words(_foreign(words, own), rng) for words in (_QUALITIES, _ATTITUDES, _PASTIMES)
    )
    arity = {each.name: len(each.parameters) for each in reversed(domain.predicates)}
    return Renaming(
        {
            name: next(qualities if arity[name] < 2 else attitudes)
            for name in _predicate_names(domain)
        },
        {schema.name: next(pastimes) for schema in domain.actions},
    )


def _predicate_names(domain: Domain) -> tuple[str, ...]:
    """Each name once: predicates that share theirs go on sharing it."""
    return tuple(dict.fromkeys(each.name for each in domain.predicates))


def _all_names(domain: Domain) -> Iterator[str]:
    yield domain.name
    yield from (each.name for each in domain.types)
    yield from (each.name for each in domain.constants)
    for predicate in domain.predicates:
        yield from (predicate.name, *_bare(predicate.parameters))
    for schema in domain.actions:
        yield from (schema.name, *_bare(schema.parameters))


def _bare(parameters: Iterable[Parameter]) -> Iterator[str]:
    return (each.name.removeprefix("?") for each in parameters)


def _foreign(words: Iterable[str], own: set[str]) -> list[str]:
    return [word for word in words if word[:_STEM] not in own]


def _words(words: Sequence[str], rng: random.Random) -> Iterator[str]:
    """The words in random order, then pairs of them, which no domain exhausts."""
    shuffled = rng.sample(words, len(words))
    yield from shuffled
    for number in count(2):
        yield from ("-".join(group) for group in permutations(shuffled, number))
