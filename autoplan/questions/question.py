"""A question about a task, with its answer and the proof of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from autoplan.grade.rows import RowTexts
from pddl2nl.errors import InputError
from pddl2nl.llm import Message
from pddl2nl.model import Atom, GroundAction
from pddl2nl.writer import atom_to_pddl
from policies.truth import Proof
from simulator.plans import parse_plan

Kind = Literal["app", "prog", "reach", "areach", "val", "just", "land", "nexta"]
"""What is asked, as ACPBench abbreviates it: applicability, progression, reachability of facts and
of actions, validation, justification, landmarks and next actions (Kokel et al. 2025)."""
Form = Literal["bool", "choice", "open"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FORMS: tuple[Form, ...] = get_args(Form)
LETTERS = "ABCD"
NONE = "none"
"""The answer that nothing is of the kind that was asked for."""

Facts: TypeAlias = tuple[Atom, ...]
Steps: TypeAlias = tuple[int, ...]
Item: TypeAlias = GroundAction | Facts | Steps
"""What a claim is about: an action, facts that hold together, or the numbers of steps from 1."""


@dataclass(frozen=True, slots=True)
class UnwordedQuestion:
    """A question before it is put into words.

    Args:
        kind: what is asked.
        form: `bool`, `choice` or `open`.
        item: what a question of yes or no is about.
        after: the action whose outcome is asked for, in `prog`.
        plan: the steps that the question states, in `val` and `just`.
        options: what there is to choose from; an empty tuple of steps stands for none of them.
        answer: true or false, a letter, or the answers that count as right (see `Question`).
        proof: why, in the terms of `policies.truth`, for the answer that counts as right.
    """

    kind: Kind
    form: Form
    answer: object
    proof: Proof
    item: Item | None = None
    after: GroundAction | None = None
    plan: tuple[GroundAction, ...] = ()
    options: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is asked and graded; a line of a file of questions.

    Args:
        id: its name, unique within its file.
        kind: what is asked.
        form: how it is to be answered.
        domain: the domain's name.
        instance: the instance from which its state was reached.
        prompt: the messages that ask it.
        answer: `true` or `false`; a letter; or what counts as right in an open question:
            `app`: the list of all actions;
            `prog`: {"pos": facts that become true, "neg": facts that become false};
            `reach`, `areach`: {"not": all facts or actions that are possible, "none": whether that
            is all there are};
            `val`: the number of the step, from 1, or 0 for none;
            `just`: lists of the numbers of steps that can be left out together;
            `land`, `nexta`: {"yes": all facts or actions that are right}.
        completion: a right answer, in the format that the prompt asks for.
        texts: the task that it is about, in the words of the prompt; None where it is not known.
        plan: the steps that it states, in `val` and `just`.
        options: the texts to choose from.
        proof: why the answer is right (see `policies.truth.Proof`).
        difficulty: the numbers of objects, true facts and applicable actions, of steps from the
            instance's initial state, and of a known plan.
    """

    id: str
    kind: Kind
    form: Form
    domain: str
    instance: str
    prompt: tuple[Message, ...]
    answer: Any
    completion: str = ""
    texts: RowTexts | None = None
    plan: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    proof: Mapping[str, Any] = field(default_factory=dict)
    difficulty: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The question as a line of a file."""
        texts = {} if self.texts is None else self.texts._asdict()
        return {
            "id": self.id,
            "kind": self.kind,
            "form": self.form,
            "domain": self.domain,
            "instance": self.instance,
            "prompt": [{"role": each.role, "content": each.content} for each in self.prompt],
            "completion": self.completion,
            "answer": self.answer,
            "options": list(self.options),
            "plan": list(self.plan),
            "proof": dict(self.proof),
            "difficulty": dict(self.difficulty),
            **texts,
        }

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Question:
        """The question in a line of a file, or in a row of a dataset.

        Raises:
            InputError: something is missing, or is of another kind.
        """
        try:
            if row["kind"] not in KINDS or row["form"] not in FORMS:
                raise InputError(
                    f"'kind' must be one of {', '.join(KINDS)}, and 'form' one of "
                    f"{', '.join(FORMS)}"
                )
            answer = row["answer"]
            proof, difficulty = row.get("proof") or {}, row.get("difficulty") or {}
            return cls(
                id=str(row["id"]),
                kind=row["kind"],
                form=row["form"],
                domain=str(row.get("domain", "")),
                instance=str(row.get("instance", "")),
                prompt=tuple(Message(m["role"], m["content"]) for m in row.get("prompt") or ()),
                answer=json.loads(answer) if _is_json(answer) else answer,
                completion=str(row.get("completion", "")),
                texts=RowTexts.of(row) if row.get("domain_pddl") else None,
                plan=tuple(map(str, row.get("plan") or ())),
                options=tuple(map(str, row.get("options") or ())),
                proof=proof,
                difficulty=difficulty,
            )
        except (KeyError, TypeError, ValueError) as error:
            reason = f"'{error.args[0]}' is missing" if isinstance(error, KeyError) else error
            raise InputError(f"not a question: {reason}") from error

    @property
    def digest(self) -> str:
        """A short text that changes with the prompt."""
        messages = json.dumps([(each.role, each.content) for each in self.prompt])
        return hashlib.sha256(messages.encode()).hexdigest()[:16]

    @property
    def steps(self) -> tuple[GroundAction, ...]:
        """The steps that it states."""
        return parse_plan("\n".join(self.plan))


def _is_json(answer: object) -> bool:
    """Whether an answer is the JSON of a list or an object, as tables of one type need it."""
    return isinstance(answer, str) and answer[:1] in ("[", "{")


def proof_as_json(proof: Proof) -> dict[str, Any]:
    """A proof as it is kept in a question."""
    found = {key: value for key, value in asdict(proof).items() if value not in ((), None, 0)}
    found["holds"] = proof.holds
    if proof.plan:
        found["plan"] = [str(action) for action in proof.plan]
    if proof.costs is not None:
        found["costs"] = list(proof.costs)
    return found


def named(item: GroundAction | Atom) -> str:
    """An action or a fact as it is kept in an answer."""
    return str(item) if isinstance(item, GroundAction) else atom_to_pddl(item)


def action_named(text: str) -> GroundAction:
    """The action of a text such as `(move a b)`."""
    name, *args = text.strip("() ").lower().split()
    return GroundAction(name, tuple(args))


def fact_named(text: str) -> Atom:
    """The fact of a text such as `(at a b)` or `at a b`."""
    name, *args = text.strip("() ").lower().split()
    return Atom(name, tuple(args))


def choices(row: Sequence[str]) -> str:
    """Options as lines with their letters."""
    return "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, row, strict=False))


def kinds_named(names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds of a command line, in their usual order."""
    return tuple(each for each in KINDS if each in names)
