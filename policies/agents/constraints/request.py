"""A travel request as JSON (seed paper 001, figure 1), checked by a schema."""

from __future__ import annotations

import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from policies.agents.procedural.actions import script_of
from policies.answers.text import without_thoughts

_Text = Annotated[str, Field(min_length=1)]


class RequestFault(ValueError):
    """What is wrong with an answer that should be such JSON, for the model to read."""


class TravelRequest(BaseModel):
    """A request, in the keys of the paper, with the traveller's other wishes in words.

    Attributes:
        org: the city where the trip begins.
        dest: where it leads.
        days: how many days it takes.
        visiting_city_number: how many cities are visited.
        date: its days in their order.
        people_number: how many travel.
        budget: in dollars.
        preferences: all other wishes.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    org: _Text
    dest: _Text
    days: int = Field(ge=1)
    visiting_city_number: int = Field(ge=1)
    date: tuple[datetime.date, ...]
    people_number: int = Field(ge=1)
    budget: int | float = Field(gt=0, allow_inf_nan=False)
    preferences: tuple[_Text, ...]

    @model_validator(mode="after")
    def _dates_fit(self) -> TravelRequest:
        if len(self.date) != self.days:
            raise ValueError(f"there are {len(self.date)} dates for a trip of {self.days} days")
        if any(later <= sooner for sooner, later in zip(self.date, self.date[1:], strict=False)):
            raise ValueError("the dates are not in their order")
        return self

    def as_json(self) -> str:
        """The request as it goes into prompts and files."""
        return self.model_dump_json(indent=2)


def read_request(answer: str) -> TravelRequest:
    """The request in a model's answer, which may stand in a code block.

    Raises:
        RequestFault: it holds none, or one that is not as it should be.
    """
    try:
        return TravelRequest.model_validate_json(script_of(without_thoughts(answer)).strip())
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        raise RequestFault(
            "; ".join(_fault_text(each["loc"], each["msg"]) for each in found)
        ) from error


def _fault_text(place: tuple[int | str, ...], message: str) -> str:
    reason = message.removeprefix("Value error, ")
    return ": ".join(filter(None, (".".join(map(str, place)), reason)))
