<?php
// Under test: UConverter, IntlChar::chr, grapheme_strlen and IntlCodePointBreakIterator, each over ICU.
//
// UConverter substitutes; in strict mode its toUCallback stops at the first error, and is told the bytes in error and
// the source that follows them. What was decoded before is lost. convert() resets both converters: it takes no chunks.
// It goes from one charset to another; code points are given and taken as UTF-32BE. grapheme_strlen refuses with null.
// The iterator never refuses; it starts anew with each setText.
declare(strict_types=1);

const INTL_ENCODINGS = [
    UConverter::UTF8 => 'UTF-8',
    UConverter::UTF16 => 'UTF-16',
    UConverter::UTF16_BigEndian => 'UTF-16BE',
    UConverter::UTF16_LittleEndian => 'UTF-16LE',
    UConverter::UTF32 => 'UTF-32',
    UConverter::UTF32_BigEndian => 'UTF-32BE',
    UConverter::UTF32_LittleEndian => 'UTF-32LE',
    UConverter::CESU8 => 'CESU-8',
];

class StrictConverter extends UConverter
{
    public ?int $left = null; // bytes from the error on
    public int $length;

    public function toUCallback(int $reason, string $source, string $codeUnits, &$error): string|int|array|null
    {
        if ($reason <= UConverter::REASON_IRREGULAR) {
            $this->length = strlen($codeUnits);
            $this->left = $this->length + strlen($source);
            $error = U_INVALID_CHAR_FOUND;
        }
        return null;
    }

    public function fromUCallback(int $reason, array $source, int $codePoint, &$error): string|int|array|null
    {
        if ($reason <= UConverter::REASON_IRREGULAR) {
            $this->left = null;
            $error = U_INVALID_CHAR_FOUND;
        }
        return null;
    }
}

function converterOffers(): array
{
    $offers = ['label - -' => converterLabel(...)];
    foreach (INTL_ENCODINGS as $name) {
        foreach (['strict' => StrictConverter::class, 'replace' => UConverter::class] as $mode => $class) {
            $offers["decode $name $mode"] =
                fn (string $line): string => converterDecoded(new $class('UTF-32BE', $name), readBytes($line));
            $offers["decode-again $name $mode"] = function (string $line) use ($class, $name): string {
                $converter = new $class('UTF-32BE', $name);
                [$first, $second] = readFields($line, 2);
                return converterDecoded($converter, $first) . ' / ' . converterDecoded($converter, $second);
            };
            $offers["encode $name $mode"] = function (string $line) use ($class, $name): string {
                $converter = new $class($name, 'UTF-32BE');
                $bytes = $converter->convert($values = pack('N*', ...readPoints($line)));
                if ($bytes !== false) {
                    return 'ok ' . writeBytes($bytes);
                }
                return 'error ' . ($converter->left === null ? '?' : intdiv(strlen($values) - $converter->left, 4));
            };
        }
        $converter = new StrictConverter('UTF-32BE', $name);
        $offers["sweep $name strict"] = sweep(
            fn (string $bytes): string =>
                $converter->convert($bytes) === false ? 'i' . errorOffset($converter, $bytes) : 'v'
        );
    }
    return $offers;
}

function converterDecoded(UConverter $converter, string $bytes): string
{
    $text = $converter->convert($bytes);
    if ($text !== false) {
        return 'ok' . writePoints(unpack('N*', $text));
    }
    $offset = errorOffset($converter, $bytes);
    return $offset === '' ? 'error ? ?' : "error $offset $converter->length";
}

// Empty when the other converter, to UTF-32BE, refused what this one let pass.
function errorOffset(StrictConverter $converter, string $bytes): string
{
    return $converter->left === null ? '' : (string) (strlen($bytes) - $converter->left);
}

function converterLabel(string $line): string
{
    $type = @(new UConverter('UTF-32BE', readBytes($line)))->getSourceType();
    return 'ok ' . (INTL_ENCODINGS[$type ?? UConverter::UNSUPPORTED_CONVERTER] ?? '?');
}

function intlCharOffers(): array
{
    return [
        'encode UTF-8 strict' => function (string $line): string {
            $bytes = '';
            foreach (readPoints($line) as $index => $point) {
                $character = IntlChar::chr($point);
                if ($character === null) {
                    return "error $index";
                }
                $bytes .= $character;
            }
            return 'ok ' . writeBytes($bytes);
        },
    ];
}

function graphemeOffers(): array
{
    return [
        'validate UTF-8 strict' =>
            fn (string $line): string => is_int(grapheme_strlen(readBytes($line))) ? 'ok' : 'error ? ?',
        'sweep UTF-8 strict' => sweep(fn (string $bytes): string => is_int(grapheme_strlen($bytes)) ? 'v' : 'i'),
    ];
}

function codePointIteratorOffers(): array
{
    $points = function (IntlCodePointBreakIterator $iterator, string $bytes): array {
        $iterator->setText($bytes);
        $points = [];
        while ($iterator->next() !== IntlBreakIterator::DONE) {
            $points[] = $iterator->getLastCodePoint();
        }
        return $points;
    };
    return [
        'decode UTF-8 replace' => fn (string $line): string =>
            'ok' . writePoints($points(IntlBreakIterator::createCodePointInstance(), readBytes($line))),
        'decode-again UTF-8 replace' => function (string $line) use ($points): string {
            $iterator = IntlBreakIterator::createCodePointInstance();
            $answers = array_map(
                fn (string $bytes): string => 'ok' . writePoints($points($iterator, $bytes)),
                readFields($line, 2)
            );
            return implode(' / ', $answers);
        },
    ];
}
