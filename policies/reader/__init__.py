"""The offline planning model `reader`: it sees messages and nothing else.

It stands where a language model stands. From the conversation it reads the task back, looks for a
plan with a symbolic planner, and answers in the format of the example. So it shows that the prompts
lose nothing, and it is the perfect player that language models are compared with. The hopeless one
is here as well: `random` reads the task and chooses any of its actions.
"""

from policies.reader._model import RandomModel, RandomProvider, ReaderModel, ReaderProvider

__all__ = ["RandomModel", "RandomProvider", "ReaderModel", "ReaderProvider"]
