"""The table of attempts: what an adapter tries, and what comes of it with and without confinement.

An attempt does one of these harms to what is not the adapter's own:

    read      it has a secret of the user
    changed   a file of others is not as it was, or a new one lies beside it
    disturbed another process was ended, stopped, slowed down, limited or signalled
    reached   a service of the machine has heard of it
    left      a process, a file or a piece of the kernel's memory outlives the run
    granted   the kernel has done what it does for nobody who is confined

Confined it does none. Without confinement it does what the row says, so that the check is known to
be able to fail; where that is nothing, the row says why.
"""

from __future__ import annotations

from dataclasses import dataclass

from hostile.table import BROKEN, FAIL, PASS

READ = frozenset({"read"})
CHANGED = frozenset({"changed"})
DISTURBED = frozenset({"disturbed"})
REACHED = frozenset({"reached"})
LEFT = frozenset({"left"})
GRANTED = frozenset({"granted"})
HARMLESS: frozenset[str] = frozenset()
NOT_TRIED = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A function of tests/fakes/attempts.

    Attributes:
        name: Its name.
        unconfined: The harm that it does with `--confine off`; None if that cannot be tried here.
        why: Why it does no harm without confinement, or cannot be tried.
        verdict: The verdict of its codec where it is confined, and the exit status of the run.
        reason: A pattern for the words that go with the verdict.
        seconds: The most that the run may take.
    """

    name: str
    unconfined: frozenset[str] | None
    why: str = ""
    verdict: tuple[str, int] = PASS
    reason: str = ""
    seconds: float = 60

    def __str__(self) -> str:
        """Name the row."""
        return self.name


MEMORY = (FAIL, "crashed: more than 128 MiB of memory")
STOPPED = "its group is killed, and whatever has its mark"

FILES = [
    Attempt("reads_the_key", READ),
    Attempt("reads_a_diary", READ),
    Attempt("lists_the_home", READ),
    Attempt("links_the_key_hard", READ | CHANGED | LEFT),
    Attempt("writes_into_another_build", CHANGED),
    Attempt("writes_into_the_cache", CHANGED),
    Attempt("writes_into_the_run", CHANGED),
    Attempt("rewrites_the_journal", CHANGED),
    Attempt("puts_links_for_reports", HARMLESS, "a link is replaced, and not followed"),
    Attempt("poisons_the_package", CHANGED),
    Attempt("changes_modes_and_times", CHANGED),
    Attempt("puts_a_pipe_in_its_place", CHANGED),
    Attempt("deletes_its_folder", CHANGED),
    Attempt("replaces_its_program", CHANGED),
    Attempt("makes_many_files", LEFT),
    Attempt("makes_a_large_file", LEFT),
    Attempt("makes_a_device", GRANTED | LEFT),
    Attempt("opens_devices", GRANTED),
    Attempt("dumps_core", CHANGED),
]

PROCESSES = [
    Attempt("reads_variables", READ),
    Attempt("reads_arguments", READ),
    Attempt("reads_memory", READ),
    Attempt("reads_descriptors", READ),
    Attempt("reads_memory_by_a_call", READ),
    Attempt("traces", GRANTED),
    Attempt("takes_a_descriptor", READ),
    Attempt("asks_it_to_end", DISTURBED),
    Attempt("stops_it", DISTURBED),
    Attempt("kills_it", DISTURBED),
    Attempt("kills_its_group", DISTURBED),
    Attempt("signals_the_harness", DISTURBED),
    Attempt("signals_everybody", NOT_TRIED, "every process of the machine would get it"),
    Attempt("kills_its_parent", NOT_TRIED, "its parent is the process of this test"),
    Attempt("slows_it_down", DISTURBED),
    Attempt("schedules_it", DISTURBED),
    Attempt("limits_it", DISTURBED),
    Attempt("raises_its_own_limits", GRANTED),
    Attempt("takes_precedence", GRANTED),
    Attempt("leaves_a_daemon", LEFT),
    Attempt("leaves_a_daemon_at_stdout", LEFT),
    Attempt("leaves_a_child_at_stderr", HARMLESS, STOPPED),
    Attempt("burns_time_in_a_child", HARMLESS, STOPPED),
    Attempt("writes_to_what_it_inherits", HARMLESS, "it inherits stdin, stdout and stderr alone"),
]

SERVICES = [
    Attempt("connects_by_tcp", REACHED),
    Attempt("sends_by_udp", REACHED),
    Attempt("connects_to_a_named_socket", REACHED),
    Attempt("connects_to_an_abstract_socket", REACHED),
    Attempt("asks_for_interfaces", GRANTED),
    Attempt("makes_a_raw_socket", GRANTED),
]

KERNEL = [
    Attempt("waits_for_faults_of_pages", GRANTED),
    Attempt("makes_a_map_of_bpf", GRANTED),
    Attempt("keeps_a_key_in_the_kernel", GRANTED),
    Attempt("watches_performance", GRANTED),
    Attempt("mounts_over_a_folder", GRANTED),
    Attempt("changes_the_root", GRANTED),
    Attempt("opens_by_handle", GRANTED),
    Attempt("makes_an_uring", GRANTED),
    Attempt("types_into_the_terminal", HARMLESS, "its session has no terminal"),
    Attempt("reads_the_log_of_the_kernel", GRANTED),
    Attempt("sets_the_name_of_the_machine", GRANTED),
    Attempt("leaves_a_segment", LEFT),
    Attempt("leaves_a_semaphore", LEFT),
    Attempt("leaves_a_queue", LEFT),
]

LIMITS = [
    Attempt("fills_anonymous_files", HARMLESS, "the limit holds without confinement too", *MEMORY),
    Attempt("fills_shared_memory", HARMLESS, "the same", *MEMORY),
    Attempt("fills_children", HARMLESS, "the same", *MEMORY),
    Attempt("fills_files_in_memory", LEFT),
    Attempt("forks_many_times", HARMLESS, "memory that children share counts for each", *MEMORY),
    Attempt("fills_what_it_closes", HARMLESS, "what is neither open nor touched counts for nobody"),
    Attempt("starts_many_threads", HARMLESS, STOPPED),
    Attempt("fills_its_output", HARMLESS, "the limit holds", BROKEN, "answers of more than 1 MiB"),
]

ATTEMPTS = [*FILES, *PROCESSES, *SERVICES, *KERNEL, *LIMITS]
