<?php
// The fields of data lines and answers: bytes in hex, code points, the strings that stand for them.
declare(strict_types=1);

const IMPOSSIBLE = 'impossible above 10ffff';

function readBytes(string $field): string
{
    if ($field === '-') {
        return '';
    }
    if ($field === '' || strlen($field) % 2 !== 0 || strspn($field, '0123456789abcdef') !== strlen($field)) {
        throw new BadLine('bytes are pairs of lower-case hex digits');
    }
    return hex2bin($field);
}

function readFields(string $line, ?int $count = null): array
{
    $fields = explode(' ', $line);
    if ($count !== null && count($fields) !== $count) {
        throw new BadLine('wrong number of fields');
    }
    return array_map(readBytes(...), $fields);
}

function readPoints(string $fields): array
{
    if ($fields === '-') {
        return [];
    }
    if (preg_match('/^[0-9a-f]{1,8}(?: [0-9a-f]{1,8})*+$/D', $fields) !== 1) {
        throw new BadLine('a code point is up to eight lower-case hex digits');
    }
    return array_map(hexdec(...), explode(' ', $fields));
}

function writeBytes(string $bytes): string
{
    return $bytes === '' ? '-' : bin2hex($bytes);
}

// Each code point after a space. One call of vsprintf writes them in half the time of a call of dechex for each.
function writePoints(array $points): string
{
    return vsprintf(str_repeat(' %x', count($points)), $points);
}

// The units of one code point in UTF-16: a pair above ffff, else itself.
function unitsOf(int $point): array
{
    return $point > 0xFFFF ? [0xD7C0 + ($point >> 10), 0xDC00 | $point & 0x3FF] : [$point];
}

// Pairs are joined; a lone unit is its own value.
function joinUnits(array $units): array
{
    $points = [];
    $high = null;
    foreach ($units as $unit) {
        if ($high !== null && ($unit & 0xFC00) === 0xDC00) {
            $points[array_key_last($points)] = 0x10000 + (($high & 0x3FF) << 10) + ($unit & 0x3FF);
            $high = null;
        } else {
            $points[] = $unit;
            $high = ($unit & 0xFC00) === 0xD800 ? $unit : null;
        }
    }
    return $points;
}

// What a function returned as UTF-8, read by the leading bits of each first byte and nothing else: it may hold a
// surrogate or an overlong form, and a byte that leads nothing is its own value.
function pointsOfUtf8(string $text): array
{
    $points = [];
    for ($i = 0, $size = strlen($text); $i < $size;) {
        $point = ord($text[$i++]);
        if ($point >= 0xC0 && $point < 0xFE) {
            $more = $point < 0xE0 ? 1 : ($point < 0xF0 ? 2 : ($point < 0xF8 ? 3 : ($point < 0xFC ? 4 : 5)));
            for ($point &= 0x3F >> $more; $more > 0 && $i < $size; $more--) {
                $point = $point << 6 | ord($text[$i++]) & 0x3F;
            }
        }
        $points[] = $point;
    }
    return $points;
}
