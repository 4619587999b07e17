"""Planning tasks as environments of Gymnasium: texts or facts in, sentences or numbers out."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from autoplan.integrations.playable import Form, PlayableTask, one_of, playable_tasks
from pddl2nl.compose import PAPER, StyleName
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.model import Atom, GroundAction
from pddl2nl.verbalizers import AUTO
from policies.mechanism import take_step
from simulator import Episode, Observation
from simulator.applicable import TooManyActionsError

ActionKind = Literal["discrete", "text"]
Observed = Literal["event", "state", "facts"]

_MAX_ACTION_LENGTH = 2_000
_SPARE = 10
"""How much longer than the task an observation may be."""


class PlanningEnv(gymnasium.Env[Any, Any]):
    """Planning tasks in words.

    The first observation is the domain and the problem in English; each further one says what the
    action did, or why it cannot be carried out. The reward is 1 when the goal is reached, which
    ends the episode (`terminated`), and 0 before; an action that is refused costs a step and
    changes nothing. `truncated` says that the steps are used up.

    `info` has `instance`, after a step `refused`, and where actions are numbers `action_mask` (1
    for those that are possible now) and after `reset` their sentences (`actions`). With facts as
    observations, `info` has after `reset` their sentences (`facts`), in the order of the vector.

    A sentence may be anything that a model may say in `act`: "look around" and "I am finished" as
    well, each of which costs a step.

    Args:
        domain: the name of a bundled domain, or a folder with a domain and its instances.
        instance: the number (from 1) or name of the instance; None to draw one at each reset, as
            its seed decides.
        actions: `discrete` for numbers, `text` for sentences.
        observe: `event` for what happened alone, `state` for the state after it, too; `facts` for
            no text, but a vector of 0 and 1 (`MultiBinary`) with a place for each fact that
            changes and may hold. Smaller instances of a domain leave its last places 0.
        form: the texts are English (`nl`), template English or PDDL.
        style: how English is composed, `paper` or `brief`.
        step_limit: how many steps an episode has; None for twice the reference plan.
        verbalizer: what writes the snippets of the form `nl`, as for `autoplan eval`: a name or a
            lexicon file; by default the lexicon beside `domain.pddl`, where there is one.
        render_mode: `ansi` for the current state in words, or None.

    Raises:
        InputError: there is no such domain, instance or setting, a file is no PDDL, or there are
            too many actions or facts to number.

    Examples:
        >>> import autoplan.gym, gymnasium
        >>> env = gymnasium.make("autoplan/Ferry-v0", instance=1)
        >>> text, info = env.reset(seed=1)
        >>> env.step(env.action_space.sample(info["action_mask"]))[1]
        0.0
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (as its base)

    def __init__(
        self,
        domain: str | Path | None = None,
        *,
        instance: int | str | None = None,
        actions: ActionKind = "discrete",
        observe: Observed = "event",
        form: Form = "nl",
        style: StyleName = PAPER,
        step_limit: int | None = None,
        verbalizer: str | Path = AUTO,
        render_mode: str | None = None,
    ) -> None:
        one_of("actions", actions, get_args(ActionKind))
        one_of("observe", observe, get_args(Observed))
        one_of("render_mode", render_mode, (None, "ansi"))
        self._kind, self._observe, self.render_mode = actions, observe, render_mode
        if domain is None:
            raise InputError("name a domain: domain='ferry', or domain='my-domain/' for a folder")
        self._tasks = playable_tasks(
            domain,
            instance,
            form=form,
            style=style,
            step_limit=step_limit,
            verbalizer=verbalizer,
        )
        self._task = next(iter(self._tasks.values()))
        self._numbers: Mapping[GroundAction, int] = {}
        self._places: Mapping[Atom, int] = {}
        self._episode: Episode | None = None
        every = self._tasks.values()
        longest = max(len(task.text) for task in every)
        letters = _letters(every)
        self.observation_space: spaces.Space[Any] = (
            spaces.MultiBinary(_most(domain, (task.facts for task in every)))
            if observe == "facts"
            else spaces.Text(_SPARE * longest, min_length=0, charset=letters)
        )
        self.action_space = (
            spaces.Text(_MAX_ACTION_LENGTH, min_length=0, charset=letters)
            if actions == "text"
            else spaces.Discrete(_most(domain, (task.actions for task in every)))
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: decides which instances are drawn from now on.
            options: `{"instance": NAME}` for a certain one.

        Raises:
            InputError: there is no such instance.
        """
        super().reset(seed=seed)
        task = self._task = self._tasks[self._drawn((options or {}).get("instance"))]
        self._episode = task.episode()
        info: dict[str, Any] = {"instance": task.name}
        if self._kind == "discrete":
            self._numbers = {action: number for number, action in enumerate(task.actions)}
            info["actions"] = task.sentences
        if self._observe == "facts":
            self._places = {fact: place for place, fact in enumerate(task.facts)}
            info["facts"] = task.fact_sentences
        return self._observation(self._episode, task.text), {**info, **self._mask(self._episode)}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action: its number, or a sentence."""
        episode = self._started("step")
        seen = self._act(episode, action)
        solved = bool(episode.solved)
        text = seen.text
        if self._observe == "state":
            text = f"{text}\n{episode.narrator.state(episode.state.atoms())}"
        info = {"instance": self._task.name, "refused": seen.mistake is not None}
        ended = not solved and episode.finished
        seen_now = self._observation(episode, text)
        return seen_now, float(solved), solved, ended, {**info, **self._mask(episode)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are possible now, by their numbers, as MaskablePPO of sb3-contrib asks.

        Raises:
            InputError: actions are sentences.
            ResetNeeded: no episode has begun.
        """
        if self._kind == "text":
            raise InputError("only numbered actions have masks: use actions='discrete'")
        return self._mask(self._started("action_masks"))["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """The current state in words (`ansi`)."""
        if self.render_mode is None or self._episode is None:
            return None
        return self._episode.narrator.state(self._episode.state.atoms())

    def _started(self, wanted: str) -> Episode:
        if self._episode is None:
            raise gymnasium.error.ResetNeeded(f"call reset() before {wanted}()")
        return self._episode

    def _observation(self, episode: Episode, text: str) -> str | NDArray[np.int8]:
        if not isinstance(self.observation_space, spaces.MultiBinary):
            return text
        vector = np.zeros(self.observation_space.shape, dtype=np.int8)
        vector[[self._places[fact] for fact in episode.state.facts]] = 1
        return vector

    def _act(self, episode: Episode, action: Any) -> Observation:
        if self._kind == "text":
            return take_step(episode, self._task.step_of(str(action)))
        # The instances have actions of their own: for a small one, large numbers mean nothing.
        known, text = self._task.actions, f"action {action}"
        if action < len(known):
            return episode.submit(known[action], text)
        return episode.misunderstand(text)

    def _mask(self, episode: Episode) -> dict[str, NDArray[np.int8]]:
        if not isinstance(self.action_space, spaces.Discrete):
            return {}
        mask = np.zeros(int(self.action_space.n), dtype=np.int8)
        possible = self._task.world.applicable(episode.state)
        mask[[self._numbers[action] for action in possible]] = 1
        return {"action_mask": mask}

    def _drawn(self, wanted: object) -> str:
        names = list(self._tasks)
        if wanted is None:
            return names[int(self.np_random.integers(len(names)))]
        if str(wanted) not in names:
            near = did_you_mean(str(wanted), names) or f"; there are {', '.join(names)}"
            raise InputError(f"there is no instance {wanted!r}{near}")
        return str(wanted)


def _most(domain: str | Path, listed: Iterable[Sequence[object]]) -> int:
    """The maximum number of actions or facts of a task."""
    try:
        return max(map(len, listed))
    except TooManyActionsError as error:
        raise InputError(
            f"{domain} has too many actions to number ({error}); use actions='text'"
        ) from error


def _letters(tasks: Iterable[PlayableTask]) -> str:
    """Every letter of the texts, and all that can be typed."""
    return "".join(sorted(set(string.printable).union(*(task.text for task in tasks))))
