"""Lexicons as files: our own JSON, AutoPlanBench's domain descriptions and PlanBench's YAML."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias, cast, get_args

from pddl2nl.errors import LexiconError, not_yaml
from pddl2nl.files import read_text
from pddl2nl.lexicon import (
    EQUALITY_PREDICATE,
    Lexicon,
    Origin,
    all_of,
    check_snippet,
    fill,
    predicate_key,
)
from pddl2nl.model import EQUALITY, ActionSchema, CompoundTask, Domain, Parameter, Predicate

BESIDE = ".lexicon.json"
"""What stands after the name of a domain's file, without its ending, in that of its lexicon."""
FROM_FILE = "file"
"""The source of the snippets of a file that does not state one."""
_Declared: TypeAlias = Mapping[str, Sequence[Parameter]]


def load_lexicon(path: Path | str, domain: Domain) -> Lexicon:
    """Read a lexicon file and check it against its domain.

    The content decides which of four formats a file has: `{"domain", "predicates", "actions"}`,
    with or without `"source"` and `"functions"`; AutoPlanBench's `domain_description*.json`
    (`predicate_nl_templates`, `action_nl_templates`); PlanBench's YAML, whose snippets have `{}`
    for each parameter in turn; the JSON that AutoPlanBench has made of it (`predicate_mappings`,
    `action_mappings`).

    Raises:
        LexiconError: the file is missing, malformed, or a snippet does not fit the domain.
    """
    return parse_lexicon(_read(Path(path)), domain, Path(path))


def parse_lexicon(text: str, domain: Domain, path: Path = Path("lexicon.json")) -> Lexicon:
    """As `load_lexicon`, from the text of a file.

    Args:
        path: the name for complaints, whose ending says whether it is JSON or YAML.

    Raises:
        LexiconError: it is malformed, or a snippet does not fit the domain.
    """
    with _faults_in(path):
        lexicon = _lexicon_in(path, text, domain)
        _check(lexicon, domain, text)
    return lexicon


def lexicon_beside(domain: Domain) -> Path | None:
    """The lexicon that lies beside a domain's file: `domain.lexicon.json` for `domain.pddl`.

    The name is none that commands are likely to write by chance. None where there is no such file,
    or the domain does not come from one.
    """
    if domain.file is None:
        return None
    path = file_beside(domain.file)
    return path if os.path.isfile(path) else None  # a name that is too long is no file, either


def file_beside(domain_file: Path) -> Path:
    """Where the lexicon of a domain's file may lie."""
    return domain_file.with_name(f"{domain_file.stem}{BESIDE}")


def snippets_in(path: Path) -> tuple[str, dict[str, str], dict[str, str]]:
    """The domain's name and the snippets of predicates and of actions in a file of our format.

    The snippets are found by head (`at ?obj ?place`) or by name.

    Raises:
        LexiconError: the file is missing or malformed.
    """
    with _faults_in(path):
        content = _json(_read(path))
        predicates, actions = (_part(content, key) for key in ("predicates", "actions"))
    return str(content.get("domain", path.stem)), predicates, actions


def dump_lexicon(lexicon: Lexicon) -> str:
    """A lexicon as JSON that `load_lexicon` reads; the same lexicon always gives the same text."""
    content: dict[str, object] = {
        "domain": lexicon.domain,
        "source": lexicon.source,
        "predicates": dict(lexicon.predicates),
        "actions": dict(lexicon.actions),
    }
    if lexicon.functions:
        content["functions"] = dict(lexicon.functions)
    if lexicon.provenance:
        content["provenance"] = {key: dict(value) for key, value in lexicon.provenance.items()}
    if lexicon.notes:
        content["notes"] = dict(lexicon.notes)
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


@contextmanager
def _faults_in(path: Path | str) -> Iterator[None]:
    """Name a file in the errors about its content."""
    try:
        yield
    except LexiconError as error:
        error.source = error.source or str(path)
        raise


def _read(path: Path) -> str:
    try:
        return read_text(path)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise LexiconError(f"cannot read the lexicon: {reason}", source=str(path)) from error
    except UnicodeDecodeError as error:
        raise LexiconError("the lexicon is not UTF-8 text", source=str(path)) from error
    except ValueError as error:
        raise LexiconError(f"not the path of a file: {error}", source=repr(str(path))) from error


def _lexicon_in(path: Path, text: str, domain: Domain) -> Lexicon:
    if path.suffix.lower() in (".yaml", ".yml"):
        return _planbench(path, _yaml(path, text), domain)
    content = _json(text)
    if "predicate_nl_templates" in content or "action_nl_templates" in content:
        return _autoplanbench(path, content, domain)
    if "predicate_mappings" in content or "action_mappings" in content:
        return _planbench(path, content, domain, "predicate_mappings", "action_mappings")
    return _own(content, domain)


def _json(text: str) -> Mapping[str, object]:
    try:
        content = json.loads(text, object_pairs_hook=_distinct)
    except RecursionError as error:
        raise LexiconError("not a lexicon: nested too deep") from error
    except json.JSONDecodeError as error:
        message = f"not valid JSON: {error.msg}"
        raise LexiconError(message, line=error.lineno, column=error.colno) from error
    except ValueError as error:  # a number of thousands of digits
        raise LexiconError(f"not a lexicon: {error}") from error
    return _mapping(content, "the lexicon")


def _distinct(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON in which no key stands twice."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise LexiconError(f"the key '{key}' occurs twice")
        found[key] = value
    return found


def _yaml(path: Path, text: str) -> Mapping[str, object]:
    import yaml  # only PlanBench's files need it

    from pddl2nl.yaml_loader import TOO_LARGE, PlainLoader, is_too_large

    try:
        loader = PlainLoader(text)
        root = loader.get_single_node()
        if root is not None and is_too_large(root):
            raise LexiconError(f"the lexicon {TOO_LARGE}")
        content = None if root is None else loader.construct_document(root)
    except RecursionError as error:
        raise LexiconError("is nested too deeply") from error
    except yaml.YAMLError as error:
        raise not_yaml(error, str(path), LexiconError) from error
    return _mapping(content, "the lexicon")


def _mapping(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise LexiconError(f"{what} must be an object with names as keys")
    return value


def _part(content: Mapping[str, object], key: str) -> dict[str, str]:
    if key not in content:
        present = ", ".join(content) or "none"
        raise LexiconError(f"the lexicon has no '{key}' (its keys: {present})")
    snippets = _mapping(content[key], f"'{key}'")
    for name, snippet in snippets.items():
        if not isinstance(snippet, str):
            message = f"the snippet of '{name}' in '{key}' must be text"
            raise LexiconError(message)
    return {name.lower(): str(snippet) for name, snippet in snippets.items()}


def _own(content: Mapping[str, object], domain: Domain) -> Lexicon:
    parts = (_part(content, key) for key in ("predicates", "actions"))
    predicates, actions = in_words_of(domain, *parts)
    names = {"domain": content.get("domain"), "source": content.get("source", FROM_FILE)}
    for key, value in names.items():
        if not isinstance(value, str):
            raise LexiconError(f"the lexicon has no '{key}', or it is not text")
    notes = _mapping(content.get("notes", {}), "'notes'")
    functions = _part({"functions": {}, **content}, "functions")
    return Lexicon(
        domain=str(names["domain"]),
        source=str(names["source"]),
        predicates=predicates,
        actions=actions,
        notes=notes,
        provenance=_provenance(content, {"predicates": predicates, "actions": actions}, domain),
        functions=_in_words_of(domain.functions, attrgetter("name"), functions),
    )


def _provenance(
    content: Mapping[str, object], snippets: Mapping[str, Mapping[str, str]], domain: Domain
) -> Mapping[str, Mapping[str, Origin]]:
    """Where the snippets of a file come from: a person, where it does not say otherwise, and where
    a snippet of the rules has been edited.
    """
    given = _mapping(content.get("provenance", {}), "'provenance'")
    origins = {key: _origins(given.get(key, {})) for key in snippets}
    ruled: Mapping[str, Mapping[str, str]] = {key: {} for key in snippets}
    if any("sure" in each.values() for each in origins.values()):
        from pddl2nl.verbalizers.rules import RulesVerbalizer  # it needs this module itself

        lexicon = RulesVerbalizer().lexicon(domain)
        ruled = {"predicates": lexicon.predicates, "actions": lexicon.actions}

    def edited(key: str, name: str, origin: Origin) -> bool:
        snippet = snippets[key].get(name, "")
        if origin == "sure":
            return snippet != ruled[key].get(name)
        return origin == "plain" and '"' not in snippet  # it quotes nothing any more

    found = {key: dict(written) for key, written in all_of("written", *snippets.values()).items()}
    for key, named in origins.items():
        found[key] |= {n: origin for n, origin in named.items() if not edited(key, n, origin)}
    return found


def _origins(given: object) -> dict[str, Origin]:
    found = _mapping(given, "a part of 'provenance'")
    for name, origin in found.items():
        if origin not in get_args(Origin):
            known = ", ".join(get_args(Origin))
            raise LexiconError(f"the provenance of '{name}' must be one of {known}, not {origin!r}")
    return cast("dict[str, Origin]", found)


def in_words_of(
    domain: Domain, predicates: Mapping[str, str], actions: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Snippets whose keys are heads (`at ?obj ?place`), by key and with the domain's variables.

    A key without variables, and a head that the domain does not have, stays as it is.
    """
    return (
        _in_words_of(domain.predicates, partial(predicate_key, domain), predicates),
        _in_words_of(domain.doable, attrgetter("name"), actions),
    )


def _in_words_of(
    items: Iterable[Predicate] | Iterable[ActionSchema | CompoundTask],
    key_of: Callable[..., str],
    snippets: Mapping[str, str],
) -> dict[str, str]:
    heads = {(item.name, len(item.parameters)): item for item in items}
    renamed = {}
    for key, snippet in snippets.items():
        name, *variables = key.split()
        item = heads.get((name, len(variables)))
        if item is None or not variables:
            renamed[key] = snippet
        else:
            pairs = zip(variables, item.parameters, strict=True)
            renamed[key_of(item)] = fill(snippet, {old: f"{{{new.name}}}" for old, new in pairs})
    return renamed


def _autoplanbench(path: Path, content: Mapping[str, object], domain: Domain) -> Lexicon:
    predicates = _part(content, "predicate_nl_templates")
    predicates.pop("!=", None)  # the negation of `=`, which is made by rule
    return Lexicon(
        domain=domain.name,
        source=f"autoplanbench:{path.name}",
        predicates=predicates,
        actions=_part(content, "action_nl_templates"),
    )


# --- PlanBench ------------------------------------------------------------------------------------


def _planbench(
    path: Path,
    content: Mapping[str, object],
    domain: Domain,
    predicates_key: str = "predicates",
    actions_key: str = "actions",
) -> Lexicon:
    """PlanBench's own YAML, or the JSON that AutoPlanBench's dataset has made of it."""
    predicates = _part(content, predicates_key)
    actions = _part(content, actions_key)
    slots = {predicate_key(domain, item): item.parameters for item in domain.predicates}
    parameters = {item.name: item.parameters for item in domain.actions}
    return Lexicon(
        domain=domain.name,
        source=f"planbench:{path.name}",
        predicates={
            name: _with_variables(snippet, slots.get(name, ())) if snippet else _is_a(name, slots)
            for name, snippet in predicates.items()
        },
        actions={
            name: _with_variables(snippet, parameters.get(name, ()))
            for name, snippet in actions.items()
        },
        notes={key: content[key] for key in ("encoded_objects", "domain_intro") if key in content},
    )


def _with_variables(snippet: str, parameters: Sequence[Parameter]) -> str:
    """Put the variables into `{}` in their order; braces left over stay for the check to find.

    Some files begin snippets with a capital letter, which cannot stand within a sentence.
    """
    if snippet[1:2].islower():
        snippet = snippet[:1].lower() + snippet[1:]
    for parameter in parameters:
        snippet = snippet.replace("{}", f"{{{parameter.name}}}", 1)
    return snippet


def _is_a(name: str, slots: Mapping[str, tuple[Parameter, ...]]) -> str:
    """A sentence for a type, which has an empty snippet in PlanBench."""
    from pddl2nl.english import indefinite, noun_phrase

    parameters = slots.get(name, ())
    if len(parameters) != 1:
        return ""
    return f"{{{parameters[0].name}}} is {indefinite(noun_phrase(name))}"


# --- checking -------------------------------------------------------------------------------------

_MAX_FAULTS = 5


def _check(lexicon: Lexicon, domain: Domain, text: str) -> None:
    declared = (*domain.predicates, EQUALITY_PREDICATE)
    predicates = {predicate_key(domain, item): item.parameters for item in declared}
    actions = {item.name: item.parameters for item in domain.actions}
    tasks = {item.name: item.parameters for item in domain.tasks}
    functions = {item.name: item.parameters for item in domain.functions}
    faults = [
        *_faults("predicate", lexicon.predicates, predicates, {}),
        *_faults("action", lexicon.actions, actions, tasks),
        *_faults("function", lexicon.functions, {}, functions),
    ]
    if not faults:
        return
    known = {*predicates, *actions} - {EQUALITY}
    if known.isdisjoint({*lexicon.predicates, *lexicon.actions}):
        some = ", ".join(sorted(known)[:_MAX_FAULTS])
        raise LexiconError(
            f"has no snippet for any predicate or action of the domain '{domain.name}' ({some}, …)"
            "; with --obfuscate, their names are replaced before the snippets are looked up"
        )
    message = "; ".join(fault for fault, _ in faults[:_MAX_FAULTS])
    if more := len(faults[_MAX_FAULTS:]):
        message += f"; and {more} more"
    if lexicon.domain != domain.name:
        message += f" (it was written for '{lexicon.domain}'; this is '{domain.name}')"
    line, column = _place_of_key(faults[0][1], text)
    raise LexiconError(message, line=line, column=column)


def check_lexicon(lexicon: Lexicon, domain: Domain) -> None:
    """See that a lexicon has one well-formed snippet for each predicate and action of a domain.

    Raises:
        LexiconError: it has not.
    """
    with _faults_in(lexicon.source):
        _check(lexicon, domain, "")


def _faults(
    kind: str, snippets: Mapping[str, str], needed: _Declared, further: _Declared
) -> Iterator[tuple[str, str]]:
    """The faults of a kind's snippets and the names they are about; `further` may have none."""
    missing = [name for name in needed if name not in snippets]
    if missing:
        yield f"no snippet for the {kind} {', '.join(map(repr, missing))}", ""
    declared = {**needed, **further}
    for name, snippet in snippets.items():
        if name not in declared:
            known = ", ".join(key for key in needed or further if key != EQUALITY)
            yield f"the domain has no {kind} '{name}' (it has {known})", name
        elif fault := check_snippet(snippet, [item.name for item in declared[name]]):
            yield f"snippet of the {kind} '{name}': {fault}: {snippet!r}", name


def _place_of_key(name: str, text: str) -> tuple[int | None, int | None]:
    """Where in a file a name stands as a key; (None, None) where it does not."""
    lowered = text.lower()
    for quoted in (f'"{name}":', f'"{name}" :', f"{name}:"):
        place = lowered.find(quoted) if name else -1
        if place >= 0:
            line = lowered.count("\n", 0, place) + 1
            return line, place - lowered.rfind("\n", 0, place)
    return None, None
