"""The official referee's server scenarios, against servers built with this package.

Nothing here is judged by our own code: a scenario passes when the referee finds no failure, and no
warning but the one that we allow on purpose.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Urls
from .referee import ROWS, Row, counted, faults_of, judge, written


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_referee_finds_nothing(row: Row, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Spec, as the official suite reads it; and what docs/conformance.md says of it is what happens."""
    urls: Urls = request.getfixturevalue("on_sdk_2" if row.environment == "main" else "on_sdk_1")
    checks = judge(row, urls["stream"], tmp_path)
    assert [] == faults_of(checks)
    assert counted(row, checks) in written()["rows"]


def test_every_row_stands_in_the_record_once() -> None:
    """Ours: a row that is dropped from the table is dropped from the document too."""
    recorded = [(row["referee"], row["scenario"], row["server"], row["spec"]) for row in written()["rows"]]
    assert [(row.referee, row.scenario, row.environment, row.spec) for row in ROWS] == recorded


def test_the_referee_is_asked_everything_it_knows_about_elicitation() -> None:
    """Ours: the fourteen scenarios of rounds, and the three of requests on both SDKs with both referees."""
    assert 12 == sum(row.spec is None for row in ROWS)
    assert 14 == sum(row.scenario.startswith("input-required-result-") for row in ROWS)
