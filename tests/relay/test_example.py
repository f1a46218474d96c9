"""examples/gateway.py runs as it stands, and prints what travelled on both sides."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.environments import ROOT, variables


@pytest.fixture(scope="module")
def printed() -> dict[str, str]:
    """Host version -> what was printed of it."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "gateway.py")],
        capture_output=True,
        text=True,
        env=variables(),
        timeout=100,
        check=True,
    )
    parts = re.split(r'"a host of ([\d-]+)"\n', done.stderr)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_old_host_gets_a_plain_choice_and_no_page(printed: dict[str, str]) -> None:
    """Ours: decision 6."""
    assert '"enumNames": ["Economy", "Business"]' in printed["2025-06-18"]
    assert "Business; pay at the counter (after 0 rounds)" in printed["2025-06-18"]


def test_the_page_has_another_id_at_the_host_than_upstream(printed: dict[str, str]) -> None:
    """Ours: ids are minted anew, and completed under the id that the host knows."""
    upstream, host = re.findall(r'"elicitationId": "([\w-]+)"', printed["2025-11-25"])
    assert upstream != host
    assert f'completed  "{host}"' in printed["2025-11-25"]


def test_the_new_host_gets_both_questions_in_rounds(printed: dict[str, str]) -> None:
    """Ours: a parked call."""
    assert "payment page: accept (after 2 rounds)" in printed["2026-07-28"]
