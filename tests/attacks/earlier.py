"""The table of attacks that once got through, or were told badly: what comes of each, and where.

A row names tests by their node ids; `attempt:NAME` is a row of the table of attempts. Its outcome:

    contained    an adapter is confined, and cannot; without confinement it could
    refused      what was made or changed by somebody is noticed, and not used
    told         it is one sentence about the one to blame, in bounded time and memory
    inert        words of strangers steer nothing
    not promised SECURITY.md says that utfproof does not hold it off
"""

from __future__ import annotations

from dataclasses import dataclass

CONTAINED = "contained"
REFUSED = "refused"
TOLD = "told"
INERT = "inert"
NOT_PROMISED = "not promised"
OUTCOMES = frozenset((CONTAINED, REFUSED, TOLD, INERT, NOT_PROMISED))
ATTEMPT = "attempt:"


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that was tried.

    Attributes:
        tried: It, as a sentence without its end.
        outcome: What comes of it.
        held_by: The tests that hold this.
        note: The words of SECURITY.md for what is not promised.
    """

    tried: str
    outcome: str
    held_by: tuple[str, ...]
    note: str = ""

    def __str__(self) -> str:
        """Name the row."""
        return self.tried.replace(" ", "-")


def attempts(*names: str) -> tuple[str, ...]:
    return tuple(f"{ATTEMPT}{name}" for name in names)


MANIFESTS = "hostile/test_hostile_manifests.py::"
DECEIT = "hostile/test_hostile_deceit.py::"
CONFINED = "confinement/test_attacks.py::"
JOURNALS = "report/test_journal_agreement.py::"
BESIDE = "certificate/test_checks_beside.py::"
LISTED = "expectations/test_listed_cases.py::"
BROKE = [
    Attack(
        "a process rewrites the journal before it is signed",
        REFUSED,
        (
            "certificate/test_issuing.py::test_a_journal_that_another_process_changed_is_not_signed",
            "certificate/test_checks.py::test_a_journal_that_another_process_changed_is_not_signed",
            *attempts("rewrites_the_journal", "leaves_a_daemon"),
        ),
    ),
    Attack(
        "the signing key is read",
        CONTAINED,
        (
            "certificate/test_signers.py::test_nobody_looks_into_it",
            "certificate/test_key_holder.py::test_it_closes_its_memory_before_it_reads_the_key",
            *attempts("reads_the_key", "reads_arguments", "links_the_key_hard"),
        ),
    ),
    Attack(
        "the cached suite is code",
        REFUSED,
        (
            "vectors/test_kept.py::test_a_folder_that_others_can_write_to_is_not_used",
            "vectors/test_kept.py::test_what_is_signed_or_verified_does_not_believe_the_cache",
            *attempts("writes_into_the_cache"),
        ),
    ),
    Attack(
        "the cache changes verdicts",
        CONTAINED,
        (
            "proof/test_memory.py::test_a_row_that_can_be_no_note_is_judged_again",
            *attempts("writes_into_the_cache"),
        ),
    ),
    Attack(
        "the build of another adapter is overwritten",
        CONTAINED,
        (
            "adapters/test_built_again.py::test_a_build_that_was_changed_is_made_again",
            "adapters/test_built_again.py::test_nothing_is_built_where_others_can_write",
            *attempts("writes_into_another_build"),
        ),
    ),
    Attack(
        "verify runs what was added to adapter.yaml",
        REFUSED,
        ("attacks/test_signed.py::test_what_was_added_to_a_signed_adapter_is_not_run",),
    ),
    Attack(
        "sources name files of the kernel",
        TOLD,
        (f"{MANIFESTS}test_a_hostile_manifest_is_the_error_of_its_adapter",),
    ),
    Attack(
        "the harness is killed or stopped",
        CONTAINED,
        (
            "attacks/test_attempts.py::test_without_confinement_the_harness_can_be_killed",
            *attempts("signals_the_harness", "kills_its_parent", "signals_everybody", "stops_it"),
            *attempts("kills_its_group", "limits_it", "slows_it_down", "schedules_it"),
        ),
    ),
    Attack(
        "an adapter answers from what it has logged",
        REFUSED,
        (
            f"{DECEIT}test_one_that_knows_all_past_questions_is_asked_fresh_ones",
            "cli/test_fresh_questions.py::test_who_signs_does_not_choose",
        ),
    ),
    Attack(
        "a folder or a manifest ends the run of all",
        TOLD,
        (
            f"{MANIFESTS}test_a_hostile_folder_is_the_error_of_its_adapter",
            f"{MANIFESTS}test_a_hostile_manifest_is_the_error_of_its_adapter",
        ),
    ),
    Attack(
        "memory is hidden in anonymous files",
        TOLD,
        (
            "hostile/test_hostile_resources.py::test_an_adapter_that_exceeds_a_limit_is_stopped",
            *attempts("fills_anonymous_files", "fills_children", "fills_shared_memory"),
        ),
    ),
    Attack(
        "memory is hidden in files that are closed and not touched",
        NOT_PROMISED,
        attempts("fills_what_it_closes"),
        "files in memory that are neither open nor touched",
    ),
    Attack(
        "a daemon with a wiped environment outlives the run or the build",
        CONTAINED,
        (
            f"{CONFINED}test_a_daemon_with_a_wiped_environment_does_not_outlive_it",
            *attempts("leaves_a_daemon", "leaves_a_daemon_at_stdout"),
        ),
    ),
    Attack(
        "the output of a build fills the memory",
        TOLD,
        ("confinement/test_attacks.py::test_output_without_end_fills_no_memory",),
    ),
    Attack(
        "lost lines make a journal green",
        REFUSED,
        (
            f"{JOURNALS}test_a_line_that_is_lost_doubled_swapped_or_edited_is_noticed",
            "attacks/test_files_of_strangers.py::test_parts_without_their_failures_are_not_joined",
        ),
    ),
    Attack(
        "a compiled module of the harness is replaced", CONTAINED, attempts("poisons_the_package")
    ),
    Attack(
        "a codec that is a Python function patches its driver",
        NOT_PROMISED,
        (),
        "that the adapter asks the library that it names",
    ),
    Attack(
        "output of a build and a journal steer the terminal",
        INERT,
        (
            "adapters/test_build.py::test_the_output_of_a_build_cannot_steer_a_terminal",
            "report/test_text.py::test_a_line_of_a_terminal_is_one_line_and_obeys_nothing",
            "hostile/test_hostile_resources.py::test_nothing_steers_the_terminal_or_the_page",
        ),
    ),
]
BEHAVED_BADLY = [
    Attack(
        "a crafted journal puts HTML into Markdown",
        INERT,
        (
            "gate/test_inert.py::test_no_markdown_is_more_than_text",
            "report/test_matrix_text.py::test_injected_text_changes_no_element",
        ),
    ),
    Attack(
        "links in a run's folder lead reports elsewhere",
        INERT,
        (
            "cli/test_private_files.py::test_a_link_in_the_place_of_a_report_is_replaced",
            *attempts("puts_links_for_reports"),
        ),
    ),
    Attack(
        "files are added beside a certificate or rendered again",
        REFUSED,
        (
            "certificate/test_checks_beside.py::test_a_file_that_nobody_signed_is_refused",
            "certificate/test_checks_beside.py::test_a_changed_page_is_refused",
            f"{BESIDE}test_reports_are_compared_with_those_of_the_journal",
        ),
    ),
    Attack(
        "a codec excludes every octet and nobody is told",
        TOLD,
        ("attacks/test_files_of_strangers.py::test_octets_that_a_codec_excludes_are_named",),
    ),
    Attack(
        "a child that holds stdout is waited for",
        TOLD,
        (
            "adapters/test_wire.py::test_a_death_is_no_hang_though_a_child_holds_the_pipes",
            "confinement/test_attacks.py::test_a_child_that_holds_the_output_is_not_waited_for",
        ),
    ),
    Attack(
        "a truncated build in the cache stays broken",
        TOLD,
        ("adapters/test_built_again.py::test_a_build_that_was_changed_is_made_again",),
    ),
    Attack(
        "few descriptors are blamed on the adapter",
        TOLD,
        (
            "adapters/test_process.py::test_a_machine_without_descriptors_is_no_fault_of_the_manifest",
        ),
    ),
    Attack(
        "a relative path of the cache is blamed on the adapter",
        TOLD,
        (
            "adapters/test_locations.py::test_a_user_without_a_home_is_told_how_to_name_a_cache",
            "attacks/test_files_of_strangers.py::test_the_path_of_the_cache_may_be_relative",
        ),
    ),
    Attack(
        "a folder that is removed during its run is told as whole",
        TOLD,
        ("cli/test_private_files.py::test_a_folder_that_was_taken_away_is_told",),
    ),
    Attack(
        "an honest codec whose answers vary is refused when it is asked again",
        TOLD,
        (f"{LISTED}test_a_case_of_a_defect_that_varies_may_fail_in_any_way_until_it_expires",),
    ),
    Attack(
        "words of another form end in a traceback",
        TOLD,
        (
            "loaders/test_loaders.py::test_mutated_files_are_read_or_refused",
            "attacks/test_files_of_strangers.py::test_a_hostile_list_of_failures_is_told",
            f"{MANIFESTS}test_a_hostile_manifest_is_the_error_of_its_adapter",
            "test_interrupts.py::test_an_interrupt_in_a_finalizer_is_not_dropped",
        ),
    ),
    Attack(
        "thousands of patterns are searched without end",
        TOLD,
        ("attacks/test_files_of_strangers.py::test_time_grows_with_the_patterns_and_no_faster",),
    ),
    Attack(
        "an adapter prints commands of GitHub Actions",
        INERT,
        (
            "gate/test_actions.py::test_no_word_of_an_adapter_is_a_command",
            "gate/test_actions.py::test_other_commands_print_nothing_that_is_a_command",
        ),
    ),
    Attack(
        "the cluster of one machine listens without TLS",
        TOLD,
        ("cluster/test_elsewhere.py::test_a_plain_address_of_another_machine_is_refused",),
    ),
    Attack(
        "a parcel takes along what links lead to",
        REFUSED,
        (
            "cluster/test_adapter_archive.py::test_what_a_link_leads_to_elsewhere_is_not_sent",
            "cluster/test_adapter_archive.py::test_sources_that_are_not_the_adapters_are_not_sent",
        ),
    ),
]

EARLIER = [*BROKE, *BEHAVED_BADLY]
