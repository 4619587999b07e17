"""Agents and their worlds in the evaluator: commands, studies, and tables of these.

Nothing else in `autoplan` imports it; the command line has it under a heading of its own.
"""
