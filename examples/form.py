"""A form from a pydantic model: what builds, what travels, and answers checked.

Look at the refusals: each names the place, the reason and the way out. Run it: `python examples/form.py`
(needs no SDK).
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_elicit import ElicitRequest, NotSendableError, RequestedSchema, RequestError, Titles


class Meal(str, Enum):
    """A choice; the values are what is answered."""

    FISH = "fish"
    VEGAN = "vegan"


class Booking(BaseModel):
    """Never shown: what a person reads stands in the fields."""

    name: str = Field(title="Your name", min_length=1)
    guests: int = Field(default=2, ge=1, le=12)
    meal: Annotated[Meal, Titles({"fish": "Fish of the day", "vegan": "All green"})] = Meal.VEGAN
    wishes: set[Meal] = Field(default_factory=set[Meal], description="More than one is fine")


def main() -> None:
    """Print the form for two versions, and what is wrong with an answer."""
    request = ElicitRequest.for_form("A table for tonight?", Booking)
    print(request.to_json("2025-11-25").decode())
    try:
        request.to_wire("2025-06-18")
    except NotSendableError as refusal:
        print(refusal)

    form = RequestedSchema.from_model(Booking)
    for problem in form.check({"name": "", "guests": "4", "meal": "meat"}):
        print(problem)
    print(form.with_defaults({"name": "Ada"}))

    try:
        ElicitRequest.for_form("Log in", {"type": "object", "properties": {"password": {"type": "string"}}})
    except RequestError as refusal:
        print(refusal)


if __name__ == "__main__":
    main()
