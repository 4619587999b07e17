"""A model for the WebShop agent that shops by rules, and reads nothing but its prompts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pddl2nl.llm import Completion, Message, estimate_usage
from policies.answer_forms import QUESTION, asked_form, filler
from tests.policies.agents.agentkit.rule_player import section

_ORDER = re.compile(
    r"looking for (?P<noun>.+?) that should be (?P<wishes>.+?)"
    r"(?:, with (?P<options>.+?))?, and price lower than (?P<price>[\d.]+) dollars"
)
_NUMBER = re.compile(r"^\[(B0\w{8})\]\n(.+)\n\$([\d.]+)$", re.MULTILINE)


class RuleShopper:
    """Answers the questions of the WebShop graph."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.wrong: list[str] = []

    async def ask(self, messages: list[Message]) -> Completion:
        """Answer a conversation, as a model does."""
        text = self.answer([each.content for each in messages if each.role == "user"])
        return Completion(text, estimate_usage(messages, text), "stop", False, "rules")

    def answer(self, said: Sequence[str]) -> str:
        """Answer what a user has said, the question first."""
        prompt = said[0]
        question = prompt.rpartition(QUESTION)[2].strip()
        self.asked.append(question.splitlines()[0])
        if not question.startswith("Which single action"):
            form = asked_form(prompt)
            assert form is not None
            return filler(form, "NA", ("NA",))
        if self.wrong:
            return self.wrong.pop(0)
        action, target = self._choose(prompt)
        return json.dumps({"action": action, "target": target})

    def _choose(self, prompt: str) -> tuple[str, str]:
        task, page = section(prompt, "What the customer wants"), section(prompt, "The page now")
        order = _ORDER.search(task)
        assert order is not None
        wishes = order["wishes"].split(" and ")
        if "[Search: a field for words]" in page:
            return "search", " ".join((order["noun"], *wishes))
        if "Total results" in page:
            fitting = [
                (sum(wish in title for wish in wishes), number)
                for number, title, price in _NUMBER.findall(page)
                if order["noun"] in title.lower() and float(price) <= float(order["price"])
            ]
            return ("click", max(fitting)[1]) if fitting else ("click", "Next >")
        for chosen in (order["options"] or "").split(" and "):
            value = chosen.partition(" ")[2]
            if value and f"[{value}]" in page and f"[[{value}]]" not in page:
                return "click", value
        return "click", "Buy Now"
