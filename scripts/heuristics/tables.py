"""Tables of words and patterns in the packages that have heuristics, and which of them are none."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("pddl2nl/verbalizers/rules", "pddl2nl/english", "pddl2nl/compose", "policies/answers")

NO_HEURISTICS: dict[str, str] = {
    "rules.predicates:PATTERNS": "its members are listed one by one",
    "rules.words:_GOVERNED": "the same as _BY_ADJECTIVE",
    "english.clauses:_SLOT": "what a placeholder is",
    "english.clauses:_WORD": "what a word is",
    "english.clauses:_having": "forms of have",
    "english.words:_SEPARATORS": "what parts words in a name",
    "english.words:_PIECES": "what a word in a name is",
    "compose.phrases:_SLOT": "what a placeholder is",
    "compose.phrases:_WORDS_BEFORE": "what a word is",
    "compose.phrases:EQUALITY_PARAMETERS": "the parameters of equality",
    "compose.styles:STYLES": "the styles",
    "meaning.clauses:_DIGIT": "a digit",
    "meaning.frames:_PIECE": "what a word is",
    "meaning.frames:_LETTER": "the letters of a description",
    "meaning.lines:_WORD": "what a word is",
    "meaning.lines:_POINTER": "arrows: LineReader._with_arrows_said",
    "meaning.lines:_FIRST": "a line's first word",
    "meaning.lines:_LEAD": "a line's first words",
    "meaning.text:_BRACKETS": "brackets",
    "meaning.text:_SHORT_FOR": "what _SHORT finds, written out",
    "meaning.words:_TOKEN": "what a word is",
    "meaning.words:_STARTS": "the first words of RELATIONS",
    "answers.model_translator:_EXAMPLE_OBJECTS": "examples in a prompt",
    "answers.model_translator:_OPENINGS": "examples in a prompt",
    "answers.model_translator:_TUPLE": "the format that the model is asked for",
    "structure.conclusion:_SENTENCE": "what a sentence is",
    "structure.cues:_FIRST_WORD": "a title's first word",
    "structure.formats:_VALUE": "where JSON may begin",
    "structure.formats:_ROW": "a table's row: formats:_tables",
    "structure.looks:READ": "the looks of steps",
    "structure.proposal:_WORTH": "the looks of lines as numbers",
}
"""Tables that are no rules of thumb, each with what it is."""


def tables() -> Iterator[str]:
    """The places of all tables of words and patterns: `meaning.clauses:_LEAD_IN`."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            module = importlib.import_module(name)
            short = ".".join(name.split(".")[-2:])
            for known in _assigned(path):
                value = getattr(module, known)
                if isinstance(value, re.Pattern | frozenset | dict | tuple) and known[:2] != "__":
                    yield f"{short}:{known}"


def _assigned(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        yield from (each.id for each in targets if isinstance(each, ast.Name))
