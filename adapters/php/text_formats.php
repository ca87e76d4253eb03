<?php
// Under test: json_decode, json_encode, htmlspecialchars and preg_match with the modifier u.
//
// None of them tells where an error is. json_decode and htmlspecialchars return UTF-8; json_encode writes what is not
// ASCII as \uXXXX, which is what is read here. htmlspecialchars refuses with an empty string.
declare(strict_types=1);

const JSON_MODES = ['strict' => 0, 'replace' => JSON_INVALID_UTF8_SUBSTITUTE, 'skip' => JSON_INVALID_UTF8_IGNORE];
const HTML_MODES = ['strict' => 0, 'replace' => ENT_SUBSTITUTE, 'skip' => ENT_IGNORE];

function jsonDecodeOffers(): array
{
    $offers = ['encode UTF-8 strict' => jsonUnescaped(...)];
    foreach (JSON_MODES as $mode => $flags) {
        $offers["decode UTF-8 $mode"] = function (string $line) use ($flags): string {
            $text = json_decode('"' . readBytes($line) . '"', false, 512, $flags);
            return is_string($text) ? 'ok' . writePoints(pointsOfUtf8($text)) : 'error ? ?';
        };
    }
    $offers['sweep UTF-8 strict'] =
        sweep(fn (string $bytes): string => is_string(json_decode('"' . $bytes . '"')) ? 'v' : 'i');
    return $offers;
}

// Text given in escapes, one for each unit of UTF-16.
function jsonUnescaped(string $line): string
{
    $escapes = '';
    foreach (readPoints($line) as $point) {
        if ($point > 0x10FFFF) {
            return IMPOSSIBLE;
        }
        foreach (unitsOf($point) as $unit) {
            $escapes .= sprintf('\u%04x', $unit);
        }
    }
    $text = json_decode("\"$escapes\"");
    return is_string($text) ? 'ok ' . writeBytes($text) : 'error ?';
}

function jsonEncodeOffers(): array
{
    $offers = [];
    foreach (JSON_MODES as $mode => $flags) {
        $offers["decode UTF-8 $mode"] = function (string $line) use ($flags): string {
            $json = json_encode(readBytes($line), $flags);
            return $json === false ? 'error ? ?' : 'ok' . writePoints(joinUnits(unitsOfJson($json)));
        };
    }
    $offers['sweep UTF-8 strict'] = sweep(fn (string $bytes): string => json_encode($bytes) === false ? 'i' : 'v');
    return $offers;
}

// The units of a JSON string in ASCII.
function unitsOfJson(string $json): array
{
    $short = ['b' => 8, 't' => 9, 'n' => 10, 'f' => 12, 'r' => 13];
    preg_match_all('/\\\\u(....)|\\\\(.)|(.)/s', substr($json, 1, -1), $found, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
    return array_map(fn (array $unit): int => match (true) {
        $unit[1] !== null => hexdec($unit[1]),
        $unit[2] !== null => $short[$unit[2]] ?? ord($unit[2]),
        default => ord($unit[3]),
    }, $found);
}

function htmlOffers(): array
{
    $escaped = fn (string $bytes, int $flags): string => htmlspecialchars($bytes, $flags | ENT_NOQUOTES, 'UTF-8');
    $offers = [];
    foreach (HTML_MODES as $mode => $flags) {
        $offers["decode UTF-8 $mode"] = function (string $line) use ($escaped, $flags): string {
            $bytes = readBytes($line);
            $text = $escaped($bytes, $flags);
            if ($text === '' && $bytes !== '' && $flags === 0) {
                return 'error ? ?';
            }
            return 'ok' . writePoints(pointsOfUtf8($text));
        };
    }
    $offers['sweep UTF-8 strict'] =
        sweep(fn (string $bytes): string => $bytes !== '' && $escaped($bytes, 0) === '' ? 'i' : 'v');
    return $offers;
}

function pregOffers(): array
{
    $refused = fn (string $bytes): bool =>
        preg_match('//u', $bytes) === false && preg_last_error() === PREG_BAD_UTF8_ERROR;
    return [
        'validate UTF-8 strict' => fn (string $line): string => $refused(readBytes($line)) ? 'error ? ?' : 'ok',
        'sweep UTF-8 strict' => sweep(fn (string $bytes): string => $refused($bytes) ? 'i' : 'v'),
    ];
}
