"""How other servers speak the protocol: the shapes of their answers, counts and complaints.

The shapes are those that the servers' documentation and sources give; names and texts are ours.
"""

from __future__ import annotations

import pytest

from pddl2nl.llm import PermanentModelError, TransientModelError, Usage
from tests.chat_server import ChatServer, completion, error, reply
from tests.local_server import Reply
from tests.pddl2nl.llm.test_openai_model import ask as ask_model
from tests.pddl2nl.llm.test_openai_model import ask_once, failure_of, model_at

PLAN = "pick up the ball"
WHY = "The ball lies here, so it can be picked up."

ANSWERS = {
    "vLLM": (
        completion(
            PLAN,
            reasoning_content=WHY,
            tool_calls=[],
            usage={
                "prompt_tokens": 30,
                "completion_tokens": 20,
                "total_tokens": 50,
                "prompt_tokens_details": None,
            },
        ),
        Usage(30, 0, 20, 0),
    ),
    "vLLM, newer": (
        completion(
            PLAN,
            reasoning=WHY,
            refusal=None,
            usage={
                "prompt_tokens": 30,
                "completion_tokens": 20,
                "total_tokens": 50,
                "prompt_tokens_details": {"cached_tokens": 16},
            },
        ),
        Usage(30, 16, 20, 0),
    ),
    "Ollama": (
        completion(
            PLAN,
            reasoning=WHY,
            usage={"prompt_tokens": 30, "completion_tokens": 20, "total_tokens": 50},
        ),
        Usage(30, 0, 20, 0),
    ),
    "DeepSeek": (
        completion(
            PLAN,
            reasoning_content=WHY,
            usage={
                "prompt_tokens": 30,
                "completion_tokens": 20,
                "total_tokens": 50,
                "prompt_cache_hit_tokens": 10,
                "prompt_cache_miss_tokens": 20,
                "completion_tokens_details": {"reasoning_tokens": 15},
            },
        ),
        Usage(30, 10, 20, 15),
    ),
    "OpenRouter": (
        completion(
            PLAN,
            refusal=None,
            reasoning=None,
            reasoning_details=[
                {"type": "reasoning.text", "text": "The ball lies here, ", "format": None},
                {"type": "reasoning.summary", "summary": "so it can be picked up."},
                {"type": "reasoning.encrypted", "data": "gAAAA"},
            ],
            usage={
                "prompt_tokens": 30,
                "completion_tokens": 20,
                "total_tokens": 50,
                "cost": 0.0012,
                "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 15},
            },
        ),
        Usage(30, 0, 20, 15),
    ),
    "Gemini": (
        completion(
            f"<thought>{WHY}</thought>{PLAN}",
            extra_content={"google": {"thought": True}},
            usage={"prompt_tokens": 30, "completion_tokens": 5, "total_tokens": 50},
        ),
        Usage(30, 0, 20, 15),
    ),
    "Mistral": (
        {
            **completion(usage={"prompt_tokens": 30, "completion_tokens": 20, "total_tokens": 50}),
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {
                        "role": "assistant",
                        "content": [
                            {"type": "thinking", "thinking": [{"type": "text", "text": WHY}]},
                            {"type": "text", "text": PLAN},
                        ],
                    },
                }
            ],
        },
        Usage(30, 0, 20, 0),
    ),
    "no parser of reasoning": (
        completion(
            f"<think>\n{WHY}\n</think>\n\n{PLAN}",
            usage={"prompt_tokens": 30, "completion_tokens": 20},
        ),
        Usage(30, 0, 20, 0),
    ),
    "a template that begins the reasoning": (
        completion(
            f"{WHY}\n</think>\n\n{PLAN}",
            usage={"prompt_tokens": 30, "completion_tokens": 20},
        ),
        Usage(30, 0, 20, 0),
    ),
}


@pytest.mark.parametrize(("answer", "usage"), ANSWERS.values(), ids=ANSWERS.keys())
def test_text_reasoning_and_counts_are_told_apart(answer: dict[str, object], usage: Usage) -> None:
    found = ask_once(reply(answer))
    assert (found.text, found.reasoning, found.usage) == (PLAN, WHY, usage)
    assert not found.usage.estimated


def test_an_answer_without_reasoning_has_none_and_the_total_adds_nothing() -> None:
    """As Anthropic's compatible endpoint answers: details without a number in them."""
    counts = {
        "prompt_tokens": 30,
        "completion_tokens": 20,
        "total_tokens": 50,
        "completion_tokens_details": None,
        "prompt_tokens_details": None,
    }
    found = ask_once(reply({**completion(PLAN, usage=counts), "service_tier": None}))
    assert (found.text, found.reasoning, found.usage) == (PLAN, None, Usage(30, 0, 20, 0))


def test_tags_in_the_middle_of_an_answer_are_left_to_the_reader() -> None:
    text = "pick up the ball <think>is that right?</think>\nput it down"
    found = ask_once(reply(completion(text)))
    assert (found.text, found.reasoning) == (text, None)


def test_reasoning_that_is_cut_off_leaves_no_answer() -> None:
    found = ask_once(reply(completion(f"<think>{WHY} Then", finish_reason="length")))
    assert (found.text, found.reasoning) == ("", f"{WHY} Then")
    assert found.notes == ("the answer has no text",)


def test_a_content_that_is_missing_because_all_was_thought_is_no_fault() -> None:
    """As Gemini answers where the limit is reached before the first word."""
    answer = {
        "choices": [{"finish_reason": "length", "index": 0, "message": {"role": "assistant"}}],
        "model": "m-1",
        "usage": {"prompt_tokens": 30, "total_tokens": 130, "completion_tokens": 0},
    }
    found = ask_once(reply(answer))
    assert (found.text, found.finish_reason) == ("", "length")
    assert found.usage == Usage(30, 0, 100, 100)


PASSING = {
    "OpenRouter: rate of the provider": (
        reply(
            {
                "error": {
                    "message": "Provider returned error",
                    "code": 429,
                    "metadata": {"raw": "slow down", "provider_name": "P"},
                },
                "user_id": "u",
            },
            429,
        ),
        "rate limit",
    ),
    "OpenRouter: an error with the status of a success": (
        reply({"error": {"message": "Provider returned error", "code": 503}}),
        "overload",
    ),
    "OpenRouter: an error in the choice": (
        reply(
            {
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": "error",
                        "native_finish_reason": None,
                        "message": {"role": "assistant", "content": "pick"},
                        "error": {"code": 502, "message": "Upstream idle timeout exceeded"},
                    }
                ]
            }
        ),
        "server",
    ),
    "DeepSeek: resources ran out in the middle": (
        reply(completion("pick", finish_reason="insufficient_system_resource")),
        "garbled",
    ),
    "Gemini: overloaded": (
        reply(
            [
                {
                    "error": {
                        "code": 503,
                        "message": "The model is overloaded.",
                        "status": "UNAVAILABLE",
                    }
                }
            ],
            503,
        ),
        "overload",
    ),
    "Gemini: quota by the minute": (
        reply(
            [
                {
                    "error": {
                        "code": 429,
                        "message": "You exceeded your current quota.",
                        "status": "RESOURCE_EXHAUSTED",
                        "details": [{"@type": "type/RetryInfo", "retryDelay": "17s"}],
                    }
                }
            ],
            429,
        ),
        "rate limit",
    ),
    "Anthropic: overloaded": (
        error(529, "Overloaded"),
        "overload",
    ),
    "Ollama: the model is being loaded": (
        error(503, "server busy, please try again. maximum pending requests exceeded"),
        "overload",
    ),
}


@pytest.mark.parametrize(("answer", "reason"), PASSING.values(), ids=PASSING.keys())
def test_faults_that_pass(answer: Reply, reason: str) -> None:
    fault, asked = failure_of(answer, answer, max_retries=1)
    assert isinstance(fault, TransientModelError)
    assert (fault.reason, asked) == (reason, 2)


LASTING = {
    "vLLM: too long": (
        reply(
            {
                "object": "error",
                "message": "This model's maximum context length is 4096 tokens.",
                "type": "BadRequestError",
                "param": None,
                "code": 400,
            },
            400,
        ),
        "maximum context length is 4096 tokens",
    ),
    "vLLM: no such model": (
        reply(
            {
                "error": {
                    "message": "The model `m` does not exist.",
                    "type": "NotFoundError",
                    "param": "model",
                    "code": 404,
                }
            },
            404,
        ),
        "knows no such model",
    ),
    "Ollama: no such model": (
        reply(
            {
                "error": {
                    "message": 'model "m" not found, try pulling it first',
                    "type": "api_error",
                    "param": None,
                    "code": None,
                }
            },
            404,
        ),
        "knows no such model",
    ),
    "DeepSeek: no money": (
        error(402, "Insufficient Balance", code="invalid_request_error"),
        "no quota left",
    ),
    "DeepSeek: wrong key": (
        error(401, "Authentication Fails (no such user)", code="invalid_request_error"),
        "rejects the API key",
    ),
    "Gemini: wrong key": (
        reply(
            [
                {
                    "error": {
                        "code": 400,
                        "message": "API key not valid. Please pass a valid API key.",
                        "status": "INVALID_ARGUMENT",
                    }
                }
            ],
            400,
        ),
        "rejects the API key",
    ),
    "OpenRouter: no money, with the status of a success": (
        reply({"error": {"message": "Insufficient credits", "code": 402}}),
        "no quota left",
    ),
}


@pytest.mark.parametrize(("answer", "text"), LASTING.values(), ids=LASTING.keys())
def test_faults_that_stay(answer: Reply, text: str) -> None:
    fault, asked = failure_of(answer, max_retries=3)
    assert isinstance(fault, PermanentModelError)
    assert text in str(fault)
    assert "\n" not in str(fault)
    assert asked == 1


REFUSALS = {
    "Gemini": reply(
        [
            {
                "error": {
                    "code": 400,
                    "message": 'Invalid JSON payload received. Unknown name "seed": '
                    "Cannot find field.",
                    "status": "INVALID_ARGUMENT",
                }
            }
        ],
        400,
    ),
    "vLLM, strict": reply(
        {
            "object": "error",
            "message": "[{'type': 'extra_forbidden', 'loc': ('body', 'seed'), "
            "'msg': 'Extra inputs are not permitted'}]",
            "type": "BadRequestError",
            "code": 400,
        },
        400,
    ),
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
def test_a_parameter_that_a_server_does_not_know_is_left_out(refusal: Reply) -> None:
    with ChatServer([refusal]) as server:
        found = ask_model(model_at(server, max_retries=0), seed=7)
        assert "seed" not in server.received[1].body
    assert found.notes == ("the server refuses the parameter seed, which was left out",)
