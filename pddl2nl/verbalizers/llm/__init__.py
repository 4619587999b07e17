"""The `llm` verbalizer: a language model writes the snippets (seed paper, section 3: 2NL-LLM)."""

from pddl2nl.verbalizers.llm._verbalizer import MAX_TOKENS, LlmVerbalizer

__all__ = ["MAX_TOKENS", "LlmVerbalizer"]
