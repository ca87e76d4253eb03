<?php
// Under test: mb_check_encoding, mb_convert_encoding and mb_chr of PHP's mbstring.
//
// None of them tells where an error is.
declare(strict_types=1);

require __DIR__ . '/protocol/protocol.php';
require __DIR__ . '/protocol/fields.php';
require __DIR__ . '/protocol/sweep.php';

const VERSION = PHP_VERSION; // of the library that the codec belongs to

// ---- YOUR CODEC: call it in these three functions ----

function isWellFormed(string $bytes): bool
{
    return mb_check_encoding($bytes, 'UTF-8');
}

// The code points, with U+FFFD for what is ill-formed.
function decodeReplacing(string $bytes): array
{
    mb_substitute_character(0xFFFD);
    return array_values(unpack('N*', mb_convert_encoding($bytes, 'UTF-32BE', 'UTF-8')));
}

// The code points, and how often the codec says that it replaced something: it counts on from call to call.
function decodeTold(string $bytes): array
{
    $before = mb_get_info('illegal_chars');
    $points = decodeReplacing($bytes);
    return [$points, mb_get_info('illegal_chars') - $before];
}

// The bytes, or false when the codec refuses the code point.
function encodePoint(int $point): string|false
{
    return mb_chr($point, 'UTF-8');
}

// ---- what it offers; an offset that the codec tells stands in the place of `?` ----

function answerValidate(string $line): string
{
    return isWellFormed(readBytes($line)) ? 'ok' : 'error ? ?';
}

function answerDecode(string $line): string
{
    return 'ok' . writePoints(decodeReplacing(readBytes($line)));
}

function answerDecodeReplaced(string $line): string
{
    [$points, $replaced] = decodeTold(readBytes($line));
    return "ok $replaced" . writePoints($points);
}

function answerEncode(string $line): string
{
    $bytes = '';
    foreach (readPoints($line) as $index => $point) {
        $encoded = encodePoint($point);
        if ($encoded === false) {
            return "error $index";
        }
        $bytes .= $encoded;
    }
    return 'ok ' . writeBytes($bytes);
}

serve('NAME', [
    'NAME' => [
        'version' => VERSION,
        'offers' => [
            'validate UTF-8 strict' => answerValidate(...),
            'decode UTF-8 replace' => answerDecode(...),
            'decode-replaced UTF-8 replace' => answerDecodeReplaced(...),
            'encode UTF-8 strict' => answerEncode(...),
            'sweep UTF-8 strict' => sweep(fn (string $bytes): string => isWellFormed($bytes) ? 'v' : 'i'),
        ],
    ],
]);
