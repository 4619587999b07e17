"""Travel Planner (Xie et al. 2024): two flights and a place to stay, as in the ProcLLM paper; or
whole trips, as in the multi-step paper.
"""

from domains.agents.travel.benchmark import UnreadableBenchmark, left_out, load, load_tours
from domains.agents.travel.generator import generate, generate_tour
from domains.agents.travel.tour import Tour
from domains.agents.travel.tour_rules import CLOCK, ENDS, TOUR_PARTS, assess_tour
from domains.agents.travel.tour_tasks import TourTask
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
    "CLOCK",
    "ENDS",
    "FLIGHT_1",
    "FLIGHT_2",
    "HOTEL",
    "PARTS",
    "TOUR_PARTS",
    "FlightOffer",
    "StayOffer",
    "Tour",
    "TourTask",
    "TravelData",
    "Trip",
    "UnreadableBenchmark",
    "assess",
    "assess_tour",
    "generate",
    "generate_tour",
    "left_out",
    "load",
    "load_tours",
]
