"""Worlds beside PDDL, described in text: what an action does there, and what is seen of it.

`crafter` is the survival game of that name, `webshop` a shop's pages (AgentKit paper, section 4).
"""
