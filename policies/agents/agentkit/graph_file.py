"""Graphs without programming: YAML files (docs/graphs.md); faults have their line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from pddl2nl.errors import InputError, did_you_mean, not_yaml
from pddl2nl.files import read_text
from pddl2nl.yaml_loader import TOO_LARGE, PlainLoader, is_too_large
from policies.agents.agentkit.database import Database, references
from policies.agents.agentkit.graph import Graph
from policies.agents.agentkit.node import PASS, AfterQuery, Condition, Node
from policies.agents.agentkit.trace import AfterQueryError, GraphError
from policies.agents.agentkit.traversal import NodeContext
from policies.answer_forms import AnswerForm, Choice, ItemList, JsonValue, NextStep, Prose, YesNo

_TOP = ("system", "act", "given", "database", "headings", "entries", "nodes")
_NODE = (
    *("name", "prompt", "needs", "after", "entries", "parse", "keys", "choices", "store", "append"),
    *("when", "unless", "repeat every", "attempts", "model"),
)
_PATH = re.compile(r"[\w-]+(?:\.[\w-]+)*")
MAX_NAME = 100
"""Characters of a node's name."""
_NAME = re.compile(rf"[\w-]{{1,{MAX_NAME}}}")
MAX_COUNT = 1_000_000
"""Of attempts, and of passes between two evaluations."""
_PARSERS = ("json", "yes/no", "list", "choice")


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A graph as a file describes it.

    Args:
        path: the file.
        graph: its graph.
        act: the node whose answer is carried out, None where the file names none.
        given: the database entries that whoever runs the graph puts in.
        entries: the database at the beginning.
    """

    path: Path
    graph: Graph
    act: str | None
    given: tuple[str, ...]
    entries: Mapping[str, Any]

    def database(self, given: Mapping[str, Any]) -> Database:
        """The database at the beginning, with all that is given, by path.

        Raises:
            InputError: something that the file asks for is missing.
        """
        database = Database(self.entries)
        for path, value in given.items():
            database.store(path, value)
        for path in self.given:
            if path not in database:
                hint = did_you_mean(path, given)
                raise InputError(f"nobody gives it the entry '{path}'{hint}", source=str(self.path))
        return database


def read_graph(path: Path) -> GraphFile:
    """Read a graph from a YAML file, and check it.

    Raises:
        InputError: the file cannot be read, or holds no such graph; with line and column.
    """
    try:
        text = read_text(path)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text", source=str(path)) from error
    return _File(path, text).graph_file()


class _File:
    """A YAML file that is taken apart with its places at hand."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        try:
            self._loader = PlainLoader(text)
            self._root = self._loader.get_single_node()
        except yaml.YAMLError as error:
            raise not_yaml(error, str(path), GraphError) from error
        except RecursionError as error:
            raise GraphError("is nested too deeply", source=str(path)) from error

    def graph_file(self) -> GraphFile:
        """The graph of the file."""
        if self._root is None:
            raise GraphError("holds no graph: the file is empty", source=str(self._path))
        self._check_size(self._root)
        top = self._mapping(self._root, _TOP, "a graph")
        if "nodes" not in top:
            raise self._fault(self._root, "a graph needs `nodes`, a list")
        shared = {
            "system": self._text(top["system"]) if "system" in top else "",
            "headings": {
                name: self._text(value)
                for name, value in self._mapping(top["headings"], None, "this").items()
            }
            if "headings" in top
            else {},
        }
        entries = self._names(top["entries"]) if "entries" in top else ()
        act = self._text(top["act"]) if "act" in top else None
        nodes: list[Node] = []
        places: dict[str, tuple[int, int]] = {}
        for each in self._sequence(top["nodes"], "`nodes`"):
            node = self._node(each, entries, shared, act)
            nodes.append(node)
            places.setdefault(node.name, _place(each))
            if places[node.name] != _place(each):
                raise self._fault(each, f"there are two nodes called '{node.name}'")
        if not nodes:
            raise self._fault(top["nodes"], "`nodes` is empty; a graph needs a node")
        if act is not None and act not in places:
            hint = did_you_mean(act, places)
            raise self._fault(top["act"], f"`act` names '{act}', which is no node{hint}")
        try:
            graph = Graph(tuple(nodes))
            stored = self._database(top["database"]) if "database" in top else {}
            given = self._names(top["given"]) if "given" in top else ()
            found = GraphFile(self._path, graph, act, given, stored)
            database = Database(stored)
            graph.check(found.database({each: "" for each in given if each not in database}))
        except GraphError as error:
            if error.line is not None:
                raise
            line, column = places.get(error.node or "", (None, None))
            place = {"source": str(self._path), "line": line, "column": column}
            raise GraphError(error.message, node=error.node, **place) from error
        return found

    # --- a node

    def _node(
        self, at: yaml.Node, entries: tuple[str, ...], shared: Mapping[str, Any], act: str | None
    ) -> Node:
        parts = self._mapping(at, _NODE, "a node")
        for key in ("name", "prompt"):
            if key not in parts:
                raise self._fault(at, f"a node needs `{key}`")
        name = self._text(parts["name"])
        if not _NAME.fullmatch(name):
            known = f"at most {MAX_NAME} letters, digits, _ and -"
            raise self._fault(parts["name"], f"'{name[:MAX_NAME]}' is no name; use {known}")
        form = self._form(at, parts, acts=name == act)
        prompt = self._prompt(parts["prompt"])
        own = self._names(parts["entries"]) if "entries" in parts else ()
        after_query, stores = self._after_query(parts, form)
        return Node(
            name=name,
            prompt="\n".join(filter(None, (prompt, form.wish))),
            needs=self._names(parts["needs"]) if "needs" in parts else (),
            after=self._names(parts["after"]) if "after" in parts else (),
            entries=tuple(dict.fromkeys((*entries, *own))),
            after_query=after_query,
            stores=stores,
            conditions=(
                *self._conditions(parts, "when", unless=False),
                *self._conditions(parts, "unless", unless=True),
            ),
            every=self._count(parts["repeat every"]) if "repeat every" in parts else 1,
            attempts=self._count(parts["attempts"]) if "attempts" in parts else 3,
            model=self._text(parts["model"]) if "model" in parts else "",
            **shared,
        )

    def _form(self, at: yaml.Node, parts: Mapping[str, yaml.Node], *, acts: bool) -> AnswerForm:
        """The form of a node's answer."""
        parse = self._text(parts["parse"]) if "parse" in parts else None
        for key, parser in (("keys", "json"), ("choices", "choice")):
            if key in parts and parse != parser:
                raise self._fault(parts[key], f"`{key}` goes with `parse: {parser}`")
        if acts and parse is not None:
            raise self._fault(
                parts["parse"], "the node that acts answers with a step and is not parsed"
            )
        match parse:
            case None:
                return NextStep() if acts else Prose()
            case "json":
                return JsonValue(tuple(self._keys(parts["keys"])) if "keys" in parts else ())
            case "yes/no":
                return YesNo()
            case "list":
                return ItemList()
            case "choice" if "choices" in parts:
                return Choice(self._choices(parts["choices"]))
            case "choice":
                raise self._fault(at, "`parse: choice` needs `choices`, a list")
        known = ", ".join(_PARSERS)
        hint = did_you_mean(parse, _PARSERS) or f"; known are {known}"
        raise self._fault(parts["parse"], f"there is no parser '{parse}'{hint}")

    def _keys(self, at: yaml.Node) -> Iterator[tuple[str, str]]:
        for key, value in self._mapping(at, None, "`keys`").items():
            meaning = " ".join(self._text(value).split())
            if '"' in key:
                raise self._fault(value, "a key of JSON may hold no quotation mark")
            yield key, meaning

    def _choices(self, at: yaml.Node) -> tuple[str, ...]:
        choices = self._names(at)
        if len(choices) < 2 or any("," in choice for choice in choices):
            raise self._fault(at, "`choices` are at least two words or phrases without commas")
        return choices

    def _after_query(
        self, parts: Mapping[str, yaml.Node], form: AnswerForm
    ) -> tuple[AfterQuery, tuple[str, ...]]:
        """What reads a node's answer and keeps the output, and the paths at which it is stored."""
        whole: list[str] = []
        inner: dict[str, str] = {}
        if isinstance(at := parts.get("store"), yaml.MappingNode):
            stored = self._mapping(at, None, "`store`")
            inner = {path: self._text(key) for path, key in stored.items()}
            known = [key for key, _ in form.keys] if isinstance(form, JsonValue) else []
            if not known:
                raise self._fault(at, "`store` by keys goes with `parse: json` and `keys`")
            for path, key in inner.items():
                if key not in known:
                    hint = did_you_mean(key, known)
                    raise self._fault(stored[path], f"there is no key '{key}'{hint}")
        elif at is not None:
            whole = [self._path_of(at)]
        grown = [self._path_of(parts["append"])] if "append" in parts else []

        def keep(answer: str, context: NodeContext) -> Any:
            try:
                output = form.read(answer)
            except ValueError as error:
                raise AfterQueryError(f"{error}.") from error
            for path in whole:
                context.store(path, output)
            for path, key in inner.items():
                context.store(path, output[key])
            for path in grown:
                for item in output if isinstance(output, list) else [output]:
                    context.append(path, item)
            return output

        return keep, (*whole, *inner, *grown)

    def _conditions(
        self, parts: Mapping[str, yaml.Node], key: str, *, unless: bool
    ) -> Iterator[Condition]:
        """The conditions under `when` or `unless`: a subject and the values that are meant."""
        if key not in parts:
            return
        for subject, value in self._mapping(parts[key], None, f"`{key}`").items():
            wanted = self._value(value)
            values = tuple(wanted) if isinstance(wanted, list) else (wanted,)
            if subject.startswith("$db"):
                paths = self._references(value, subject)
                if subject not in {f"$db.{path}$" for path in paths}:
                    message = f"'{subject}' is no reference; one looks like $db.path.to.entry$"
                    raise self._fault(value, message)
                yield Condition(None, paths[0], values, unless)
            else:
                node, _, path = subject.partition(".")
                yield Condition(node, path, values, unless)

    # --- values

    def _mapping(
        self, at: yaml.Node, known: Sequence[str] | None, what: str
    ) -> dict[str, yaml.Node]:
        """The parts of a mapping by key, each key known and there once."""
        if not isinstance(at, yaml.MappingNode):
            raise self._fault(at, f"{what} is a mapping, with lines such as `key: value`")
        found: dict[str, yaml.Node] = {}
        for key, value in at.value:
            name = self._text(key)
            if known is not None and name not in known:
                hint = did_you_mean(name, known) or f"; known are {', '.join(known)}"
                raise self._fault(key, f"{what} has no `{name}`{hint}")
            if name in found:
                raise self._fault(key, f"`{name}` stands twice")
            found[name] = value
        return found

    def _sequence(self, at: yaml.Node, what: str) -> list[yaml.Node]:
        if not isinstance(at, yaml.SequenceNode):
            raise self._fault(at, f"{what} is a list, each item behind a hyphen")
        return list(at.value)

    def _text(self, at: yaml.Node) -> str:
        if not isinstance(at, yaml.ScalarNode) or not at.value.strip():
            raise self._fault(at, "expected a text")
        return str(at.value).strip()

    def _prompt(self, at: yaml.Node) -> str:
        text = self._text(at)
        self._references(at, text)
        return text

    def _names(self, at: yaml.Node) -> tuple[str, ...]:
        """One name or a list of them."""
        if isinstance(at, yaml.ScalarNode):
            return (self._text(at),)
        return tuple(self._text(each) for each in self._sequence(at, "this"))

    def _path_of(self, at: yaml.Node) -> str:
        """A path under which something is stored, with or without `$db.` and `$`."""
        path = self._text(at).removeprefix("$db.").removesuffix("$")
        if not _PATH.fullmatch(path):
            raise self._fault(at, f"'{path}' is no path; one looks like plan.steps")
        if path == PASS:
            raise self._fault(at, f"`{PASS}` is the number of the pass and cannot be stored")
        return path

    def _count(self, at: yaml.Node) -> int:
        value = self._value(at)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_COUNT:
            raise self._fault(at, f"expected a whole number from 1 to {MAX_COUNT}")
        return value

    def _database(self, at: yaml.Node) -> dict[str, Any]:
        self._mapping(at, None, "`database`")
        value = self._value(at)
        if not isinstance(value, dict):
            raise self._fault(at, "`database` is a mapping, with lines such as `key: value`")
        return value

    def _value(self, at: yaml.Node) -> Any:
        """A value as JSON knows it: dates become texts, and so do keys that are numbers."""
        try:
            return json.loads(
                json.dumps(self._loader.construct_object(at, deep=True), default=_date)
            )
        except yaml.MarkedYAMLError as error:
            raise self._fault(at, f"cannot be read: {error.problem}") from error
        except (TypeError, ValueError, RecursionError) as error:
            raise self._fault(at, f"cannot be kept: {error}") from error

    def _check_size(self, at: yaml.Node) -> None:
        """Refuse a file with a part that is too large, its aliases included, and name the part."""
        if not is_too_large(at):
            return
        parts = at.value if isinstance(at, yaml.SequenceNode) else ()
        if isinstance(at, yaml.MappingNode):
            parts = [value for _, value in at.value]
        for each in parts:
            self._check_size(each)
        raise self._fault(at, TOO_LARGE)

    def _references(self, at: yaml.Node, text: str) -> tuple[str, ...]:
        """The paths that a text names."""
        try:
            return references(text)
        except InputError as error:
            raise self._fault(at, error.message) from error

    def _fault(self, at: yaml.Node, message: str) -> GraphError:
        line, column = _place(at)
        return GraphError(message, source=str(self._path), line=line, column=column)


def _date(value: object) -> str:
    """A date as text; what else YAML has beside JSON has no place there."""
    if isinstance(value, date):
        return str(value)
    raise TypeError(f"a {type(value).__name__} is no value of JSON")


def _place(at: yaml.Node) -> tuple[int, int]:
    return at.start_mark.line + 1, at.start_mark.column + 1
