"""How a task becomes a rollout: each answer is carried out, and its observation asked about."""

from __future__ import annotations

from functools import partial

import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

from autoplan_verifiers.tasks import PlanningTask, simulated
from pddl2nl.llm import message_as_json
from pddl2nl.llm.connections import http_client


class PlanningHarness(vf.Harness[vf.HarnessConfig]):
    """Asks the model in this process: a chat without tools needs no program in a sandbox.

    `--env.agent.harness.id null` plays through a program instead, one process per turn.
    """

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Send the conversation once; the answer is recorded where it passes by."""
        system, prompt = self.resolve_prompt(data)
        opening = [vf.SystemMessage(content=system)] if system else []
        asked = [vf.UserMessage(content=prompt)] if isinstance(prompt, str) else prompt or []
        messages = [message_to_wire(each) for each in (*opening, *asked)]
        async with http_client() as client:
            answer = await client.post(
                f"{endpoint}/chat/completions",
                json={"model": ctx.model, "messages": messages},
                headers={"Authorization": f"Bearer {secret}"},
            )
        return vf.ProgramResult(int(answer.is_error), "", answer.text if answer.is_error else "")


class PlanningEnvConfig(vf.EnvConfig):
    """The one seat: the model that plans. It runs no code, so it needs no sandbox."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class PlanningEnv(vf.Env[PlanningEnvConfig]):
    """One model plays one task; what it answers is carried out until the episode is over."""

    async def run(self, task: PlanningTask, agents: vf.Agents) -> None:
        """Play a task; the task itself says what the attempt is worth."""
        chat = await simulated(task.data.opened)
        async with agents.agent.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                asked = len(chat.request.messages)
                answer = interaction.trace.assistant_messages[-1].content or ""
                await simulated(partial(chat.submit, answer))
                if chat.done:
                    break
                new = chat.request.messages[asked + 1 :]
                segment = await interaction.turn(list(map(message_as_json, new)))
