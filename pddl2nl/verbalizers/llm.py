"""The `llm` verbalizer: a language model writes the snippets of a domain in one request.

Predicates and actions come together, with the actions' conditions and effects, since siblings
explain each other. Of a long domain each request has a part, and the snippets written before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from pddl2nl.lexicon import EQUALITY_SNIPPET
from pddl2nl.llm import (
    Completion,
    ModelError,
    PermanentModelError,
    Usage,
    estimate_usage,
)
from pddl2nl.model import EQUALITY, Domain
from pddl2nl.verbalizers.llm_answers import (
    Answer,
    Conversation,
    Draft,
    Kind,
    NoSnippet,
    RuleSnippets,
    SnippetItem,
    Written,
)
from pddl2nl.verbalizers.llm_notes import DomainNotes, Part, atoms_in, parts
from pddl2nl.verbalizers.llm_writer import SnippetWriter
from pddl2nl.verbalizers.registry import LLM
from pddl2nl.verbalizers.rules import RulesVerbalizer
from pddl2nl.writer import action_to_pddl, declaration_to_pddl, setting_to_pddl

_SECTIONS: Mapping[Kind, str] = {"predicate": "predicates", "action": "actions"}
_OPENING = re.compile(r'\{\s*"(?:predicates|actions)"')
_LENIENT = json.JSONDecoder(strict=False)


class LlmVerbalizer(SnippetWriter):
    """Asks for a domain at once, and sends back all that is faulty at once."""

    name: ClassVar[str] = LLM

    def expected(self, domain: Domain) -> Sequence[Usage]:
        """The tokens of each request, about; corrections come on top."""
        known, likely = DomainNotes(domain), RulesVerbalizer().lexicon(domain)
        texts = {"predicate": likely.predicates, "action": likely.actions}
        found = []
        for part in parts(domain):
            asked = [{item.key: texts[item.kind][item.key]} for item in _items(known, part)]
            answer, request = json.dumps(asked), self._request(known, part, likely.predicates)
            found.append(estimate_usage(request, answer, self.model))
        return found

    async def _written(self, domain: Domain) -> tuple[Written, Written]:
        known, rules = DomainNotes(domain), RuleSnippets(domain)
        drafts: dict[Kind, Draft] = {
            "predicate": Draft({EQUALITY_SNIPPET: EQUALITY}),
            "action": Draft(),
        }
        returned: set[SnippetItem] = set()
        for number, part in enumerate(parts(domain)):
            request = self._request(known, part, drafts["predicate"].snippets)
            answer = await self._ask(request)
            if isinstance(answer, ModelError) and number == 0:
                raise PermanentModelError(f"no answer at all: {answer}")
            faulty = _judged(drafts, _items(known, part), answer, last=False)
            if faulty and isinstance(answer, Completion):
                faults = [_fault(item, drafts[item.kind]) for item in faulty]
                again = self._sent_back(request, answer, "domain_again", faults=faults)
                _judged(drafts, faulty, await self._ask(again), last=True)
                returned.update(faulty)
        predicates, actions = list(known.predicates.values()), list(known.actions.values())
        return (
            drafts["predicate"].written(predicates, _keys(returned, "predicate"), rules),
            drafts["action"].written(actions, _keys(returned, "action"), rules),
        )

    def _request(self, known: DomainNotes, part: Part, written: Mapping[str, str]) -> Conversation:
        """What is asked for a part, beside the snippets that its actions need to be understood."""
        used = {(a.predicate, len(a.args)) for action in part.actions for a in atoms_in(action)}
        asked = {each.name for each in part.predicates}
        domain = known.domain
        return self._prompts.conversation(
            "domain",
            domain=domain.name,
            setting=setting_to_pddl(domain, [a for a in domain.axioms if a.predicate in asked]),
            written={
                declaration_to_pddl(each): written[item.key]
                for each, item in known.predicates.items()
                if each not in part.predicates
                and (each.name, len(each.parameters)) in used
                and item.key in written
            },
            predicates=[
                {
                    "key": known.predicates[each].key,
                    "declaration": declaration_to_pddl(each),
                    "note": known.note(each, part.actions),
                }
                for each in part.predicates
            ],
            actions=[action_to_pddl(each) for each in part.actions],
        )


def _fault(item: SnippetItem, draft: Draft) -> dict[str, object]:
    return {
        "kind": item.kind,
        "key": item.key,
        "fault": draft.faults[item.key],
        "variables": item.variables,
    }


def _items(known: DomainNotes, part: Part) -> list[SnippetItem]:
    predicates = [known.predicates[each] for each in part.predicates]
    return [*predicates, *(known.actions[each] for each in part.actions)]


def _keys(items: Iterable[SnippetItem], kind: Kind) -> frozenset[str]:
    return frozenset(item.key for item in items if item.kind == kind)


# --- answers --------------------------------------------------------------------------------------


def _judged(
    drafts: Mapping[Kind, Draft], items: Sequence[SnippetItem], answer: Answer, *, last: bool
) -> list[SnippetItem]:
    """Take the snippets of an answer; the items that have none now."""
    given = snippets_in_answer(answer, items)
    for item in items:
        drafts[item.kind].judge(item, given[item], last=last)
    return [item for item in items if item.key in drafts[item.kind].faults]


def snippets_in_answer(
    answer: Answer, items: Sequence[SnippetItem]
) -> dict[SnippetItem, str | NoSnippet]:
    """The snippet that an answer has for each item, or why it has none.

    Prose, a code fence and line breaks within a text are tolerated. Of several JSON objects, which
    models write as they think, what stands later counts.

    Args:
        answer: `{"predicates": {"at": "..."}, "actions": {"drive": "..."}}`, or why there is none.
        items: what was asked for.
    """
    if isinstance(answer, ModelError):
        return dict.fromkeys(items, NoSnippet(str(answer)))
    sections = _sections(answer.text)
    cut = answer.finish_reason == "length"
    return {item: _snippet(sections[item.kind], item, cut=cut) for item in items}


def _snippet(section: Mapping[str, object], item: SnippetItem, *, cut: bool) -> str | NoSnippet:
    found = section.get(item.key)
    if isinstance(found, str):
        return " ".join(found.split())
    if found is not None:
        return NoSnippet("the snippet must be a JSON string")
    return NoSnippet("the answer was cut off before it" if cut else "the answer lacks it")


def _sections(text: str) -> dict[Kind, dict[str, object]]:
    """The snippets of both kinds by key, from all JSON objects in a text."""
    found: dict[Kind, dict[str, object]] = {"predicate": {}, "action": {}}
    for opening in _OPENING.finditer(text):
        try:
            data, _ = _LENIENT.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            continue
        for kind, section in _SECTIONS.items():
            if isinstance(entries := data.get(section), dict):
                found[kind] |= {_key(name): value for name, value in entries.items()}
    return found


def _key(name: str) -> str:
    """A name as it stands in the lexicon, also where it was written as `(AT ?x ?y)`."""
    return (name.strip("() ").lower().split() or [""])[0]
