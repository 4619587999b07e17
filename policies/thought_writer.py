"""Thoughts for the few-shot example, written by a model (the paper, appendix E).

The model sees the domain and the example as a conversation with a gap before every instruction, and
fills the gaps; one solved case from Logistics shows how.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pddl2nl.english import counted
from pddl2nl.llm import ChatModel, Message, Request
from policies.few_shot import INSTRUCTION, THINK, Example, dialogue_example
from policies.mechanism import PromptSet

MAX_TOKENS = 2000
"""Of one answer (the paper, appendix A)."""

PROMPT, AGAIN = "thoughts", "thoughts_again"

_NUMBERED = re.compile(
    r"[*#\-\s]*(\d{1,9})\s*[.):]\**\s*(?:\**think:?\**:?)?\s*(.*)", re.IGNORECASE
)
_SPEAKERS = {"user": "I", "assistant": "You"}


class UnusableThoughtsError(Exception):
    """The model's thoughts do not fit the example, not even when it was asked again."""


@dataclass(frozen=True, slots=True)
class ThoughtWriter:
    """Asks a model for the thoughts of an example.

    Args:
        model: what is asked.
        prompts: the prompt set that has the templates.
        seed: sent with every request; None sends none.
    """

    model: ChatModel
    prompts: PromptSet
    seed: int | None = None

    async def thoughts(self, example: Example) -> tuple[str, ...]:
        """One thought before each step and one at the end.

        An answer that does not fit is sent back once, with its fault.

        Raises:
            UnusableThoughtsError: the second answer does not fit either.
            ModelError: the model gives no answer.
            InputError: a template is malformed.
        """
        slots = len(example.plan) + 1
        # The example as a conversation in which each thought is a gap.
        gaps = tuple(f"[THOUGHT {number}]" for number in range(1, slots + 1))
        turns = dialogue_example(replace(example, thoughts=gaps), thinking=True)
        messages = self.prompts.conversation(
            PROMPT,
            domain_text=example.presentation.domain_text,
            transcript="\n".join(f"{_SPEAKERS[turn.role]}: {turn.content}" for turn in turns),
            slots=slots,
        )
        answer = await self._ask(messages)
        if fault := _fault(thoughts_in(answer), slots):
            request = self.prompts.text(AGAIN, fault=fault, slots=slots)
            # Some servers refuse a turn without text.
            reply = Message("assistant", answer or "(no answer)")
            answer = await self._ask((*messages, reply, Message("user", request)))
            if fault := _fault(thoughts_in(answer), slots):
                raise UnusableThoughtsError(fault)
        return thoughts_in(answer)

    async def _ask(self, messages: tuple[Message, ...]) -> str:
        request = Request(messages, max_tokens=MAX_TOKENS, temperature=0.0, seed=self.seed)
        return (await self.model.complete(request)).text


def thoughts_in(answer: str) -> tuple[str, ...]:
    """The thoughts of an answer in the order of its lines; the numbers must count up from 1."""
    matches = (_NUMBERED.fullmatch(line) for line in answer.splitlines())
    numbered = [(int(match[1]), match[2].strip(" *")) for match in matches if match]
    return tuple(text for place, (number, text) in enumerate(numbered, 1) if number == place)


def _fault(thoughts: tuple[str, ...], slots: int) -> str | None:
    """What is wrong with the thoughts of an answer, or None."""
    if len(thoughts) != slots:
        found = counted(len(thoughts), "numbered thought")
        return f"there have to be {slots} numbered from 1 on, and {found} could be found"
    for number, thought in enumerate(thoughts, 1):
        if not thought:
            return f"thought {number} is empty"
        if THINK in thought or INSTRUCTION in thought:
            return f"thought {number} holds an instruction or a second thought"
    return None
