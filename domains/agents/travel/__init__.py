"""Travel Planner: two flights and a place to stay (seed papers 000 and 001; Xie et al. 2024)."""

from domains.agents.travel.benchmark import UnreadableBenchmark, left_out, load
from domains.agents.travel.generator import generate
from domains.agents.travel.trip import (
    FLIGHT_1,
    FLIGHT_2,
    HOTEL,
    PARTS,
    FlightOffer,
    StayOffer,
    TravelData,
    Trip,
    assess,
)

__all__ = [
    "FLIGHT_1",
    "FLIGHT_2",
    "HOTEL",
    "PARTS",
    "FlightOffer",
    "StayOffer",
    "TravelData",
    "Trip",
    "UnreadableBenchmark",
    "assess",
    "generate",
    "left_out",
    "load",
]
