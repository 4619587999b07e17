"""ChatHTN: HTN planning that asks a model where its methods end (ChatHTN paper)."""

from policies.agents.chathtn.mechanism import ChatHTN
from policies.agents.chathtn.search import Found, Seeker, SeekLimits

__all__ = ["ChatHTN", "Found", "SeekLimits", "Seeker"]
