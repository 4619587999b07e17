"""Models of a run: how they are opened and paid for, and the ledger of their calls.

The clients themselves, their cache, their pace and their batches are behind `pddl2nl.llm`.
"""
