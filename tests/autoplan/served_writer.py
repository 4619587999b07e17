"""A language model's whole part in the paper's experiment, to be put behind a server.

It writes snippets and thoughts that differ from seed to seed, and plays as the reader does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from pddl2nl.lexicon import Lexicon
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import verbalizer
from tests.autoplan.served_reader import Player
from tests.chat_server import Behaviour

Request = dict[str, Any]
Part = Literal["snippet", "thoughts", "translation", "plan"]


def part_of(request: Request) -> Part:
    """What a request asks for."""
    system = str(request["messages"][0]["content"])
    if "where a thought belongs" in system:
        return "thoughts"
    if system.startswith("You translate "):
        return "translation"
    return "snippet" if "formal planning language into English" in system else "plan"


def asked_name(request: Request) -> str:
    """The predicate or action that a snippet is asked for."""
    asked = [each["content"] for each in request["messages"] if each["role"] == "user"]
    matches = [re.match(r"action: (\S+)|\((\S+?)[\s)]", text) for text in asked]
    *_, found = filter(None, matches)  # the last message may ask to write one again
    return found[1] or found[2]


def writing(
    player: Player, *domains: Path, altered: Callable[[str, int], str] = lambda text, _: text
) -> Callable[[Request], str | Behaviour]:
    """What answers requests.

    Args:
        player: plays.
        domains: the files of the domains that are played.
        altered: what becomes of a snippet for a seed.
    """
    lexicons: list[Lexicon] = [verbalizer("library").lexicon(read_domain(path)) for path in domains]

    def answer(request: Request) -> str | Behaviour:
        seed = int(request.get("seed", 0))
        match part_of(request):
            case "snippet":
                return altered(_snippet(lexicons, asked_name(request)), seed)
            case "thoughts":
                gaps = re.findall(r"\[THOUGHT (\d+)\]", request["messages"][-1]["content"])
                return "\n".join(f"{gap}. Think: seed {seed} thinks {gap}." for gap in gaps)
            case "translation":
                return _tuple(request["messages"][0]["content"], request["messages"][-1]["content"])
            case _:
                return player.answer(request)

    return answer


def _tuple(instructions: str, line: str) -> str:
    """A line in the words of a template, nouns left out or not, as a tuple; others as they are."""
    templates = re.findall(r"^\((\S+)(.*)\)\nmeaning: (.*)$", instructions, re.MULTILINE)
    for name, parameters, meaning in templates:
        words = re.split(r"\{\?(.+?)\}", meaning)
        holes = [
            r"(\S+)" if place % 2 else re.sub(r"(?<= )\w+ $", r"(?:\g<0>)?", text)
            for place, text in enumerate(words)
        ]
        found = re.fullmatch("".join(holes), line)
        if found:
            objects = dict(zip(words[1::2], found.groups(), strict=True))
            args = (objects[each.lstrip("?")] for each in parameters.split())
            return f"({' '.join((name, *args))})"
    return line


def _snippet(lexicons: list[Lexicon], name: str) -> str:
    found = ({**each.predicates, **each.actions}.get(name) for each in lexicons)
    return next(text for text in found if text is not None)
