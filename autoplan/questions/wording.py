"""A question in words: its task as a prompt has it, and what is asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from string import ascii_uppercase
from typing import Any, cast

from autoplan.grade.rows import RowTexts
from autoplan.preparation.texts import Verbalization, present
from autoplan.questions.question import (
    NONE,
    Facts,
    Item,
    Question,
    Steps,
    UnwordedQuestion,
    action_named,
    fact_named,
    named,
    proof_as_json,
)
from autoplan.questions.scenes import Scene
from pddl2nl.compose.phrases import kind_words
from pddl2nl.english import join
from pddl2nl.model import ROOT_TYPE, And, Atom, GroundAction, Parameter, Predicate
from pddl2nl.writer import atom_to_pddl
from policies.mechanism import PromptSet
from simulator import EnglishNarrator, InputForm, Presentation


@dataclass(frozen=True, slots=True)
class Wording:
    """How questions about a domain are put.

    Args:
        form: the form of the task: `nl`, `template` or `pddl`.
        verbalization: its snippets and its style.
        prompts: the prompt set, whose template `question` asks.
    """

    form: InputForm
    verbalization: Verbalization
    prompts: PromptSet

    def question(self, name: str, domain: str, scene: Scene, asked: UnwordedQuestion) -> Question:
        """A question as it is asked and graded.

        Args:
            name: the name of the question, unique in its file.
            domain: the name of the domain.
            scene: the state that it is about.
            asked: what is asked.
        """
        shown = present(scene.problem, self.form, self.verbalization)
        options = tuple(_worded(each, shown) for each in asked.options)
        prompt = self.prompts.conversation(
            "question",
            kind=asked.kind,
            form=asked.form,
            pddl=self.form == "pddl",
            typed=scene.problem.domain.typed,
            domain_text=shown.domain_text,
            problem_text=shown.problem_text,
            item=_asked_item(asked, shown),
            after=shown.narrator.action(asked.after) if asked.after else "",
            plan=[shown.narrator.action(each) for each in asked.plan],
            predicates=list(_predicates(scene, shown)),
            forms=list(_forms(asked, scene, shown)),
            options=options,
            several=any(_is_several(each) for each in (asked.item, *asked.options)),
        )
        return Question(
            id=name,
            kind=asked.kind,
            form=asked.form,
            domain=domain,
            instance=scene.instance,
            prompt=prompt,
            answer=asked.answer,
            completion=_completion(asked, scene, shown),
            texts=RowTexts.shown(scene.problem, shown),
            plan=tuple(map(str, asked.plan)),
            options=options,
            proof=proof_as_json(asked.proof),
            difficulty={
                "objects": len(scene.problem.all_objects),
                "facts": len(scene.state.atoms()),
                "actions": len(scene.applicable),
                "depth": scene.depth,
                "plan": len(scene.truth.known_plans[0]) if scene.truth.known_plans else 0,
            },
        )


def _is_several(item: Item | None) -> bool:
    """Whether something asked about has several facts."""
    return isinstance(item, tuple) and len(item) > 1


def _asked_item(asked: UnwordedQuestion, shown: Presentation) -> str | Steps:
    """What a question of yes or no is about: a text, or the numbers of steps."""
    if asked.item is None or asked.item == ():
        return ""
    return cast("Steps", asked.item) if asked.kind == "just" else _worded(asked.item, shown)


def _worded(item: Item, shown: Presentation) -> str:
    """An action, facts or the numbers of steps in words."""
    if isinstance(item, GroundAction):
        return shown.narrator.action(item)
    if item and isinstance(item[0], Atom):
        parts: Facts = tuple(each for each in item if isinstance(each, Atom))
        if isinstance(shown.narrator, EnglishNarrator):
            return join([shown.narrator.condition(each) for each in parts])
        return shown.narrator.condition(parts[0] if len(parts) == 1 else And(parts))
    steps = cast("Steps", item)
    if not steps:
        return "none of them: I can carry out all of the steps"
    return f"step{'s' if len(steps) > 1 else ''} {join([str(number) for number in steps])}"


def _predicates(scene: Scene, shown: Presentation) -> Iterator[str]:
    """The predicates that actions change, with letters or variables in the places of objects."""
    for each in scene.changing:
        if isinstance(shown.narrator, EnglishNarrator):
            letters = tuple(ascii_uppercase[: len(each.parameters)])
            kinds = _kinds(each, letters) if scene.problem.domain.typed else ""
        else:
            letters, kinds = tuple(parameter.name for parameter in each.parameters), ""
        yield _fact(Atom(each.name, letters), shown) + kinds


def _kinds(predicate: Predicate, letters: tuple[str, ...]) -> str:
    """The kinds of the objects that the letters stand for."""
    kinds = [
        "any object" if parameter.types == (ROOT_TYPE,) else kind_words(parameter.types)
        for parameter in predicate.parameters
    ]
    pairs = ", ".join(f"{letter}: {kind}" for letter, kind in zip(letters, kinds, strict=True))
    return f" ({pairs})" if pairs else ""


def _forms(asked: UnwordedQuestion, scene: Scene, shown: Presentation) -> Iterator[str]:
    """How facts or actions are written, of objects that there are not, so none is an answer."""
    taken = {each.name for each in scene.problem.all_objects} | set(shown.names.pddl)
    if asked.kind in ("prog", "reach", "land"):
        for each in scene.changing:
            others = _other_names(scene, shown, each.parameters, taken)
            yield _fact(Atom(each.name, others), shown)
        return
    for schema in scene.problem.domain.actions:
        others = _other_names(scene, shown, schema.parameters, taken)
        yield shown.narrator.action(GroundAction(schema.name, others))


def _fact(fact: Atom, shown: Presentation) -> str:
    """A fact, also one of objects that there are not."""
    if isinstance(shown.narrator, EnglishNarrator):
        return shown.narrator.phrases.clause(fact, {each: each for each in fact.args})
    return atom_to_pddl(fact)


def _other_names(
    scene: Scene, shown: Presentation, parameters: Sequence[Parameter], taken: set[str]
) -> tuple[str, ...]:
    """For each parameter a name like those of its objects that none of them has."""
    found: list[str] = []
    for each in parameters:
        own = (o.name for o in scene.problem.all_objects if o.types == each.types)
        item = next(chain(own, scene.world.range_of(each)), "object")
        stem = shown.names.english.get(item, item).rstrip("0123456789")
        numbers = (f"{stem}{number}" for number in count(90))
        found.append(next(name for name in numbers if name not in taken and name not in found))
    return tuple(found)


def _completion(asked: UnwordedQuestion, scene: Scene, shown: Presentation) -> str:
    """A right answer in the format that the prompt asks for."""
    answer: Any = asked.answer
    if asked.form == "bool":
        return f"Answer: {'yes' if answer else 'no'}"
    if asked.form == "choice" or asked.kind == "val":
        return f"Answer: {answer}"
    say = shown.narrator
    match asked.kind:
        case "prog":
            true, false = (
                [say.condition(fact_named(f)) for f in answer[k]] for k in ("pos", "neg")
            )
            parts = [f"Becomes true:\n{_lines(true)}", f"Becomes false:\n{_lines(false)}"]
            return "Answer:\n" + "\n".join(parts)
        case "app":
            found = [say.action(action_named(each)) for each in answer]
        case "just":
            kept = (s for number, s in enumerate(asked.plan, start=1) if number not in answer[0])
            found = [say.action(each) for each in kept]
        case "land":
            found = [say.condition(fact_named(each)) for each in answer["yes"][:1]]
        case "nexta":
            found = [say.action(action_named(each)) for each in answer["yes"][:1]]
        case "reach":
            facts = scene.all_facts()
            found = [say.condition(f) for f in facts if named(f) not in answer["not"]][:1]
        case _:
            actions = scene.all_actions()
            found = [say.action(a) for a in actions if named(a) not in answer["not"]][:1]
    return f"Answer:\n{_lines(found)}"


def _lines(texts: Sequence[str]) -> str:
    return "\n".join(texts) or NONE
