"""The scenarios that the official suite lacks: it has none for URL mode, and none for old hosts.

Where -32042 is concerned each is run with a tool, a prompt and a resource.
Each runs over the wire between one side of ours and one that is not; `file::test` below `tests/`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["SCENARIOS", "Scenario"]


class Scenario(NamedTuple):
    """What must happen, against whom, and the tests that make it happen."""

    name: str
    versions: str
    against: str
    tests: tuple[str, ...]


HOSTS: Final = "the hosts of npm 1.32.2 and client 2.4.0"
SERVERS: Final = "the servers of npm 1.32.2 and server 2.4.0"
OLD: Final = "mcp 1.22, mcp 1.23.0, npm 1.17.5"

SCENARIOS: Final = (
    Scenario(
        "elicitation-server-must-return-32042",
        "2025-11-25",
        HOSTS,
        (
            "proof/test_new_hosts.py::test_elicitation_server_must_return_32042",
            "proof/test_new_hosts.py::test_the_same_call_succeeds_once_the_page_is_done",
            "proof/test_new_hosts.py::test_inline_is_preferred_where_it_works",
        ),
    ),
    Scenario(
        "elicitation-server-must-not-return-32042-in-rounds",
        "2026-07-28",
        "the host of client 2.4.0",
        ("proof/test_new_hosts.py::test_32042_does_not_exist_in_rounds",),
    ),
    Scenario(
        "elicitation-url-ask-and-consent",
        "2025-11-25, 2026-07-28",
        HOSTS,
        (
            "proof/test_new_hosts.py::test_a_page_is_asked_for_and_agreed_to_without_content",
            "proof/test_new_hosts.py::test_the_call_goes_on_when_the_page_was_opened",
        ),
    ),
    Scenario(
        "elicitation-url-client-consent",
        "2025-11-25, 2026-07-28",
        SERVERS,
        (
            "proof/test_guests.py::test_a_page_reaches_the_handler_and_consent_goes_back_without_content",
            "proof/test_guests.py::test_a_page_in_a_round_has_no_id_and_the_call_goes_on_when_it_was_opened",
            "proof/test_guests.py::test_who_says_no_to_a_page_ends_the_call",
        ),
    ),
    Scenario(
        "elicitation-complete-known",
        "2025-11-25",
        HOSTS,
        (
            "proof/test_new_hosts.py::test_the_host_hears_that_its_page_is_done_once",
            "proof/test_new_hosts.py::test_no_other_session_hears_of_it",
        ),
    ),
    Scenario(
        "elicitation-complete-unknown-and-repeated",
        "2025-11-25",
        f"{HOSTS}, {SERVERS}",
        (
            "proof/test_new_hosts.py::test_a_completion_that_nobody_waits_for_harms_nobody",
            "proof/test_new_hosts.py::test_a_repeated_completion_is_not_sent_and_an_unknown_one_is_an_error",
            "proof/test_guests.py::test_a_completion_is_told_once_and_unknown_ids_never",
        ),
    ),
    Scenario(
        "elicitation-complete-early",
        "2025-11-25",
        SERVERS,
        (
            "proof/test_guests.py::test_a_completion_before_its_question_is_ignored_and_the_one_after_it_counts",
        ),
    ),
    Scenario(
        "elicitation-undeclared-mode",
        "2025-11-25, 2026-07-28",
        f"{HOSTS}, {SERVERS}",
        (
            "proof/test_new_hosts.py::test_a_mode_that_was_not_declared_is_not_asked",
            "proof/test_guests.py::test_a_mode_that_was_not_declared_is_answered_with_an_error_and_never_shown",
            "proof/test_statuses.py::test_what_was_not_declared_is_minus_32021_with_status_400",
        ),
    ),
    Scenario(
        "elicitation-bare-capability",
        "2025-11-25, 2026-07-28",
        HOSTS,
        ("proof/test_new_hosts.py::test_a_mode_that_was_not_declared_is_not_asked",),
    ),
    Scenario(
        "elicitation-enum-downgrade",
        "2025-06-18",
        OLD,
        (
            "proof/test_old_hosts.py::test_a_titled_choice_arrives_as_a_choice_with_its_titles_in_order",
            "proof/test_old_hosts.py::test_a_multi_select_never_arrives",
            "proof/test_old_hosts.py::test_defaults_do_not_break_the_request",
            "proof/test_old_hosts.py::test_an_answer_comes_back_typed",
        ),
    ),
    Scenario(
        "elicitation-no-url-before-2025-11-25",
        "2025-06-18",
        f"{OLD}, {SERVERS}",
        (
            "proof/test_old_hosts.py::test_a_page_never_arrives",
            "proof/test_old_hosts.py::test_a_blocked_prompt_or_resource_ends_with_an_error_of_that_version",
            "proof/test_old_hosts.py::test_no_completion_is_sent",
            "proof/test_guests.py::test_an_older_connection_knows_no_pages",
        ),
    ),
    Scenario(
        "elicitation-client-retries-32042-once",
        "2025-11-25",
        SERVERS,
        (
            "proof/test_guests.py::test_a_blocked_call_is_made_exactly_once_more",
            "proof/test_guests.py::test_a_blocked_prompt_and_a_blocked_resource_are_asked_for_once_more",
            "proof/test_guests.py::test_who_says_no_to_a_page_ends_the_call",
            "proof/test_guests.py::test_a_second_32042_surfaces_with_its_pages",
        ),
    ),
    Scenario(
        "elicitation-client-malformed-32042",
        "2025-11-25",
        SERVERS,
        (
            "proof/test_guests.py::test_malformed_32042_passes_untouched_and_nothing_is_shown",
            "proof/test_guests.py::test_a_malformed_32042_is_not_retried",
        ),
    ),
)
