"""An episode whose model is called by whoever holds it: `messages` out, `submit(answer)` in.

The mechanism is the one that an evaluation runs, stopped at each of its questions, so prompts,
reading and verdict are the same.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from dataclasses import dataclass
from types import coroutine
from typing import Any

from autoplan.preparation.prepared_domain import known_cost
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message, Request, answered, message_as_json
from policies import Player, mechanism
from simulator import Episode, Finish

OUTSIDE = "outside"
_INSTEAD = "play it with `autoplan eval`, or with autoplan.evaluate and a function as model"


@coroutine
def _asked(request: Request) -> Generator[Request, Completion, Completion]:
    """Waits until somebody outside the coroutine sends the answer in."""
    return (yield request)


@dataclass(frozen=True, slots=True)
class OutsideModel:
    """A model that is called outside: a `ChatEpisode` hands out what it is asked.

    Args:
        name: the name under which its calls are filed.
    """

    name: str = OUTSIDE

    async def complete(self, request: Request) -> Completion:
        """The answer that is submitted."""
        return await _asked(request)


@dataclass(frozen=True, slots=True)
class ChatObservation:
    """What came of an answer.

    Args:
        text: what the simulator reports, a line for each step of the answer that counts.
        done: whether the episode is over.
    """

    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class EpisodeVerdict:
    """What an episode has come to so far.

    Args:
        solved: whether the goal is reached; None where a whole plan could not be read, so that it
            is unknown.
        finish: why the episode is over (`simulator.Finish`), None while it goes on.
        reason: why it is not solved: what could not be read, why the last step was refused, or
            what the goal lacks; empty where it is solved.
        plan: the actions that were carried out, in PDDL.
        cost: what they cost by the task's metric; their number where it has none, None where the
            problem leaves a cost undefined, or the plan could not be read.
        steps: what the model did in all, refused and unread steps included.
    """

    solved: bool | None
    finish: Finish | None
    reason: str
    plan: tuple[str, ...]
    cost: float | None
    steps: int


class ChatEpisode:
    """One attempt at one task, with a chat model that is called outside.

    Examples:
        >>> import autoplan, domains
        >>> ferry = domains.folder("ferry")
        >>> files = ferry / "domain.pddl", ferry / "instances" / "instance-1.pddl"
        >>> episode = autoplan.chat_episode(*files, mechanism="act")
        >>> [message["role"] for message in episode.messages]
        ['system', 'user']
        >>> episode.submit("Sail from object_1 to object_3.").text
        'I sail the ferry from location object_1 to location object_3.'
        >>> episode.verdict.plan
        ('(sail object_1 object_3)',)
    """

    def __init__(self, name: str, episode: Episode, player: Player) -> None:
        """
        Args:
            name: the mechanism, which asks one question at a time.
            episode: the attempt, before its first step.
            player: its model is an `OutsideModel`, metered or not.

        Raises:
            InputError: the mechanism is unknown, or `check_asks_in_turn` refuses it.
        """
        check_asks_in_turn(name)
        self.episode = episode
        self._name = name
        self.request = Request(())
        """All that the model is asked with next."""
        self._run: Coroutine[Any, Any, None] | None = mechanism(name)(player).run(episode)
        self._advance(None)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation that the model answers next, as chat APIs take it.

        Once the episode is done: the last one, with its answer.
        """
        return list(map(message_as_json, self.request.messages))

    @property
    def done(self) -> bool:
        """Whether the model is asked nothing more."""
        return self._run is None

    def submit(self, answer: str | Completion) -> ChatObservation:
        """Have the mechanism read an answer to `messages` and carry it out.

        Args:
            answer: the model's text, or a completion with its tokens.

        Raises:
            InputError: the episode is over, or the answer is no text.
            OutOfTimeError: a step takes too long to work out.
        """
        if self.done:
            raise InputError("the episode is over; open another one for a further attempt")
        if not isinstance(answer, str | Completion):
            raise InputError(f"an answer must be a text, not {type(answer).__name__}")
        asked, before = self.request, self.episode.steps
        given = answered(asked, answer, OUTSIDE) if isinstance(answer, str) else answer
        self._advance(given)
        if self.done:
            self.request = Request((*asked.messages, Message("assistant", given.text)))
        seen = (step.observation.text for step in self.episode.history[before:])
        return ChatObservation("\n".join(seen), self.done)

    @property
    def verdict(self) -> EpisodeVerdict:
        """What the episode has come to so far."""
        episode, unread = self.episode, self.episode.solved is None
        return EpisodeVerdict(
            solved=episode.solved,
            finish=episode.finish,
            reason="" if episode.solved else self._fault(),
            plan=tuple(map(str, episode.plan)),
            cost=None if unread else known_cost(episode.world, episode.plan),
            steps=episode.steps,
        )

    def _fault(self) -> str:
        episode = self.episode
        tried = episode.history[episode.begun[-1] :]
        if tried and tried[-1].observation.mistake is not None:
            # Of a plan that is unread, every part in doubt is a step; the first one is named.
            return tried[0 if episode.finish == "unread" else -1].observation.text
        return episode.narrator.unfinished(episode.world.unmet_goal(episode.state))

    def _advance(self, answer: Completion | None) -> None:
        """Run the mechanism up to its next question; its end, or a failure, leaves it done."""
        run, self._run = self._run, None
        assert run is not None
        try:
            asked = run.send(answer)
        except StopIteration:
            return
        if not isinstance(asked, Request):
            run.close()
            raise InputError(f"the mechanism '{self._name}' awaits more than answers: {_INSTEAD}")
        self._run, self.request = run, asked


def check_asks_in_turn(name: str) -> None:
    """See that a mechanism asks a model, and one question at a time.

    Raises:
        InputError: it does not, or there is none of that name.
    """
    traits = mechanism(name).traits
    if not traits.asks_model:
        raise InputError(f"the mechanism '{name}' asks no model")
    if traits.asks_at_once:
        raise InputError(f"the mechanism '{name}' asks several questions at once: {_INSTEAD}")
