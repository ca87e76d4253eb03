<?php
// Under test: mb_convert_encoding, mb_check_encoding, mb_scrub, mb_ord with mb_str_split, mb_strlen, mb_chr.
//
// mb_convert_encoding reports no errors: it writes the character of mb_substitute_character, or nothing. UCS-4 is what
// it converts to and from here, since that holds every value as it is. None of these functions tells where an error is,
// takes a slice, or keeps a state between calls. mb_str_split of UTF-8 only cuts, as long as a first byte announces:
// what it cuts off is given to mb_ord, which refuses with false. Of other encodings it makes something else.
declare(strict_types=1);

const MB_ENCODINGS = ['UTF-8', 'UTF-16', 'UTF-16BE', 'UTF-16LE', 'UTF-32', 'UTF-32BE', 'UTF-32LE', 'UCS-2', 'UCS-4'];
// Only in the encodings that name their order no byte order mark is looked for (manual, "Summaries of supported encodings").
const MB_NAMES = ['UCS-2' => 'UCS-2BE', 'UCS-4' => 'UCS-4BE'];
const MB_MODES = ['replace' => 0xFFFD, 'skip' => 'none'];

function mbConvertOffers(): array
{
    $offers = ['label - -' => mbLabel(...)];
    foreach (MB_ENCODINGS as $encoding) {
        $name = MB_NAMES[$encoding] ?? $encoding;
        foreach (MB_MODES as $mode => $substitute) {
            $offers["decode $encoding $mode"] = function (string $line) use ($name, $substitute): string {
                mb_substitute_character($substitute);
                return 'ok' . writePoints(unpack('N*', mb_convert_encoding(readBytes($line), 'UCS-4BE', $name)));
            };
            $offers["decode-replaced $encoding $mode"] = function (string $line) use ($name, $substitute): string {
                mb_substitute_character($substitute);
                return mbTold(
                    fn (): string => mb_convert_encoding(readBytes($line), 'UCS-4BE', $name),
                    fn (string $text): array => unpack('N*', $text),
                );
            };
            $offers["encode $encoding $mode"] = function (string $line) use ($name, $substitute): string {
                mb_substitute_character($substitute);
                $values = pack('N*', ...readPoints($line));
                return 'ok ' . writeBytes(mb_convert_encoding($values, $name, 'UCS-4BE'));
            };
        }
    }
    return $offers;
}

// mb_get_info('illegal_chars') counts on from call to call.
function mbTold(callable $convert, callable $points): string
{
    $before = mb_get_info('illegal_chars');
    $text = $convert();
    return 'ok ' . mb_get_info('illegal_chars') - $before . writePoints($points($text));
}

function mbLabel(string $line): string
{
    try {
        $name = mb_preferred_mime_name(readBytes($line));
    } catch (ValueError) {
        return 'ok ?';
    }
    return 'ok ' . (in_array($name, MB_ENCODINGS, true) ? $name : '?');
}

function mbCheckOffers(): array
{
    $offers = [];
    foreach (MB_ENCODINGS as $encoding) {
        $offers["validate $encoding strict"] =
            fn (string $line): string => mb_check_encoding(readBytes($line), $encoding) ? 'ok' : 'error ? ?';
        $offers["sweep $encoding strict"] =
            sweep(fn (string $bytes): string => mb_check_encoding($bytes, $encoding) ? 'v' : 'i');
    }
    return $offers;
}

// Its result is in the encoding of its input.
function mbScrubOffers(): array
{
    $readers = [
        'UTF-8' => pointsOfUtf8(...),
        'UTF-16BE' => fn (string $text): array => joinUnits(unpack('n*', $text)),
        'UTF-16LE' => fn (string $text): array => joinUnits(unpack('v*', $text)),
        'UTF-32BE' => fn (string $text): array => unpack('N*', $text),
        'UTF-32LE' => fn (string $text): array => unpack('V*', $text),
    ];
    $offers = [];
    foreach ($readers as $encoding => $points) {
        foreach (MB_MODES as $mode => $substitute) {
            $offers["decode $encoding $mode"] = function (string $line) use ($encoding, $points, $substitute): string {
                mb_substitute_character($substitute);
                return 'ok' . writePoints($points(mb_scrub(readBytes($line), $encoding)));
            };
            $offers["decode-replaced $encoding $mode"] =
                function (string $line) use ($encoding, $points, $substitute): string {
                    mb_substitute_character($substitute);
                    return mbTold(fn (): string => mb_scrub(readBytes($line), $encoding), $points);
                };
        }
    }
    return $offers;
}

function mbOrdOffers(): array
{
    return [
        'decode UTF-8 strict' => function (string $line): string {
            $points = [];
            foreach (mb_str_split(readBytes($line), 1, 'UTF-8') as $character) {
                $point = mb_ord($character, 'UTF-8');
                if ($point === false) {
                    return 'error ? ?' . writePoints($points);
                }
                $points[] = $point;
            }
            return 'ok' . writePoints($points);
        },
        'decode-size UTF-8 strict' => mbStrlen(...),
    ];
}

// mb_strlen tells how many characters a text has, and does not tell of what is none.
function mbStrlen(string $line): string
{
    $bytes = readBytes($line);
    $characters = mb_str_split($bytes, 1, 'UTF-8');
    foreach ($characters as $character) {
        if (mb_ord($character, 'UTF-8') === false) {
            return 'error ? ?';
        }
    }
    return 'ok ' . mb_strlen($bytes, 'UTF-8') . ' ' . count($characters);
}

function mbChrOffers(): array
{
    $offers = [];
    foreach (array_diff(MB_ENCODINGS, ['UTF-16', 'UTF-32']) as $encoding) { // one character alone has no signature
        $offers["encode $encoding strict"] = function (string $line) use ($encoding): string {
            $bytes = '';
            foreach (readPoints($line) as $index => $point) {
                $character = mb_chr($point, $encoding);
                if ($character === false) {
                    return "error $index";
                }
                $bytes .= $character;
            }
            return 'ok ' . writeBytes($bytes);
        };
    }
    return $offers;
}
