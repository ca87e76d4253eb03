"""Which U+FFFD each policy puts where in UTF-8: worked examples.

Octets, then the first error: `@0/1` at offset 0, one octet long; `@0T/2` where the input ends in
it; `ok`. Below them what comes out, `*` for U+FFFD and `-` for nothing, with the policies that
agree on it; `skipped` leaves errors out. The first four are those of the Unicode Standard, Tables
3-8 (non-shortest), 3-9 (surrogates), 3-10 (other ill-formed), 3-11 (truncated).
"""

from __future__ import annotations

POLICIES = (
    "maximal-subpart",
    "byte",
    "run",
    "lead-4",
    "lead-4-single",
    "lead-6",
    "skipped",
    "java",
)

EXAMPLES = """
C0 AF E0 80 BF F0 81 82 41 @0/1
    * * * * * * * * 41 | maximal-subpart byte java
    * 41 | run
    * * * 41 | lead-4 lead-6
    * * * * 41 | lead-4-single
    41 | skipped
ED A0 80 ED BF BF ED AF 41 @0/1
    * * * * * * * * 41 | maximal-subpart byte
    * 41 | run
    * * * 41 | lead-4 lead-4-single lead-6 java
    41 | skipped
F4 91 92 93 FF 41 80 BF 42 @0/1
    * * * * * 41 * * 42 | maximal-subpart byte java
    * 41 * 42 | run
    * * 41 * * 42 | lead-4 lead-4-single lead-6
    41 42 | skipped
E1 80 E2 F0 91 92 F1 BF 41 @0/2
    * * * * 41 | maximal-subpart lead-4 lead-4-single lead-6 java
    * * * * * * * * 41 | byte
    * 41 | run
    41 | skipped
F1 80 80 80 ok
    40000 | all
C0 80 @0/1
    * * | maximal-subpart byte lead-4-single java
    * | run lead-4 lead-6
    - | skipped
E0 80 80 @0/1
    * * * | maximal-subpart byte java
    * | run lead-4 lead-4-single lead-6
    - | skipped
F0 80 80 80 @0/1
    * * * * | maximal-subpart byte java
    * | run lead-4 lead-4-single lead-6
    - | skipped
ED A0 80 ED B0 80 @0/1
    * * * * * * | maximal-subpart byte
    * | run
    * * | lead-4 lead-4-single lead-6 java
    - | skipped
ED B8 80 @0/1
    * * * | maximal-subpart byte
    * | run lead-4 lead-4-single lead-6 java
    - | skipped
F4 90 80 80 @0/1
    * * * * | maximal-subpart byte java
    * | run lead-4 lead-4-single lead-6
    - | skipped
F8 88 80 80 80 @0/1
    * * * * * | maximal-subpart byte lead-4 lead-4-single java
    * | run lead-6
    - | skipped
FC 84 80 80 80 80 @0/1
    * * * * * * | maximal-subpart byte lead-4 lead-4-single java
    * | run lead-6
    - | skipped
FE @0/1
    * | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    - | skipped
FF @0/1
    * | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    - | skipped
80 @0/1
    * | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    - | skipped
80 80 @0/1
    * * | maximal-subpart byte lead-4 lead-4-single lead-6 java
    * | run
    - | skipped
C2 @0T/1
    * | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    - | skipped
E2 82 @0T/2
    * | maximal-subpart run lead-4 lead-4-single lead-6 java
    * * | byte
    - | skipped
F0 9F 92 @0T/3
    * | maximal-subpart run lead-4 lead-4-single lead-6 java
    * * * | byte
    - | skipped
C2 41 @0/1
    * 41 | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    41 | skipped
E2 82 41 @0/2
    * 41 | maximal-subpart run lead-4 lead-4-single lead-6 java
    * * 41 | byte
    41 | skipped
F0 9F 92 41 @0/3
    * 41 | maximal-subpart run lead-4 lead-4-single lead-6 java
    * * * 41 | byte
    41 | skipped
E2 C2 A9 @0/1
    * A9 | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    A9 | skipped
F0 C3 A9 @0/1
    * E9 | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    E9 | skipped
E2 82 C2 A9 @0/2
    * A9 | maximal-subpart run lead-4 lead-4-single lead-6 java
    * * A9 | byte
    A9 | skipped
FE FE FF FF @0/1
    * * * * | maximal-subpart byte lead-4 lead-4-single lead-6 java
    * | run
    - | skipped
ED A0 @0/1
    * * | maximal-subpart byte
    * | run lead-4 lead-4-single lead-6 java
    - | skipped
ED E2 82 AC @0/1
    * 20AC | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    20AC | skipped
F0 9F 92 80 F0 9F 92 A9 ok
    1F480 1F4A9 | all
2F C0 AE 2E 2F @1/1
    2F * * 2E 2F | maximal-subpart byte lead-4-single java
    2F * 2E 2F | run lead-4 lead-6
    2F 2E 2F | skipped
61 F1 80 80 E1 80 C2 62 80 63 80 BF 64 @1/3
    61 * * * 62 * 63 * * 64 | maximal-subpart lead-4 lead-4-single lead-6 java
    61 * * * * * * 62 * 63 * * 64 | byte
    61 * 62 * 63 * 64 | run
    61 62 63 64 | skipped
EF BB BF 41 ok
    FEFF 41 | all
F4 @0T/1
    * | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    - | skipped
F4 8F @0T/2
    * | maximal-subpart run lead-4 lead-4-single lead-6 java
    * * | byte
    - | skipped
C3 C3 A9 @0/1
    * E9 | maximal-subpart byte run lead-4 lead-4-single lead-6 java
    E9 | skipped
E0 80 E2 82 AC @0/1
    * * 20AC | maximal-subpart byte java
    * 20AC | run lead-4 lead-4-single lead-6
    20AC | skipped
"""
