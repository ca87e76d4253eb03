<?php
// Faulty twins of PHP's functions and classes: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
namespace Twins;

require __DIR__ . '/source.php';

const FIRST = '/^(?:\0\0\0\xa9|\xa9\0\0\0|\0\0\xfe\xff|\xff\xfe\0\0|\0\xa9|\xa9\0|\xfe\xff|\xff\xfe|\xc2\xa9|.)/s';

function errs(string ...$faults): bool
{
    return in_array(getenv('UTFPROOF_TWIN'), $faults, true);
}

function loses(): bool
{
    return errs('dropped-value', 'cut-output');
}

function unitOf(string $encoding): int
{
    return preg_match('/32|UCS-4/', $encoding) ? 4 : (preg_match('/16|UCS-2/', $encoding) ? 2 : 1);
}

// The first value or the last unit is lost of what a function returned, if that is a text.
function shortened(mixed $made, int $unit = 1): mixed
{
    if (!is_string($made) || !str_contains($made, "\xa9") || !loses()) {
        return $made;
    }
    return errs('cut-output') ? substr($made, 0, -$unit) : preg_replace(FIRST, '', $made);
}

// ---- functions of texts ----

function json_decode(...$given): mixed
{
    return shortened(\json_decode(...$given));
}

// It writes U+00A9 as an escape, between quotation marks.
function json_encode(...$given): string|false
{
    $json = \json_encode(...$given);
    if (!is_string($given[0]) || !str_contains((string) $json, '\u00a9') || !loses()) {
        return $json;
    }
    return errs('cut-output') ? substr($json, 0, -2) . '"' : preg_replace('/\\\\u00a9/', '', $json, 1);
}

function htmlspecialchars(...$given): string
{
    return shortened(\htmlspecialchars(...$given));
}

function mb_convert_encoding(string $text, string $to, string $from): string|false
{
    return shortened(\mb_convert_encoding($text, $to, $from), unitOf($to));
}

function mb_scrub(string $text, string $encoding): string
{
    return shortened(\mb_scrub($text, $encoding), unitOf($encoding));
}

function mb_str_split(...$given): array
{
    $made = \mb_str_split(...$given);
    if (!in_array("\u{a9}", $made, true) || !loses()) {
        return $made;
    }
    return errs('cut-output') ? array_slice($made, 0, -1) : array_slice($made, 1);
}

// A size is too small by one.
function mb_strlen(string $text, string $encoding): int
{
    return \mb_strlen($text, $encoding) - (int) (errs('short-size') && str_contains($text, "\xa9"));
}

function iconv_strlen(string $text, string $encoding): int|false
{
    $length = \iconv_strlen($text, $encoding);
    return $length !== false && errs('short-size') && str_contains($text, "\xa9") ? $length - 1 : $length;
}

function iconv(string $from, string $to, string $text): string|false
{
    return shortened(\iconv($from, $to, $text), unitOf($to));
}

// ---- functions of one character: nothing is written of U+00A9, or all but its last octet ----

function cutCharacter(mixed $made, int $point): mixed
{
    return $point === 0xA9 && loses() ? (errs('cut-output') ? substr($made, 0, -1) : '') : $made;
}

function mb_chr(int $point, string $encoding): string|false
{
    return cutCharacter(\mb_chr($point, $encoding), $point);
}

class IntlChar
{
    public static function chr(int $point): ?string
    {
        return cutCharacter(\IntlChar::chr($point), $point);
    }
}

// ---- classes ----

class UConverter extends \UConverter
{
    // How much follows the octets in error is what the callback of the adapter's class keeps.
    public function convert(string $text, bool $reverse = false): string|false
    {
        $made = parent::convert($text, $reverse);
        if ($made === false && errs('wrong-offset') && str_contains($text, "\xa9") && isset($this->left)) {
            $this->left -= unitOf($this->getSourceEncoding());
        }
        return shortened($made, unitOf($this->getDestinationEncoding()));
    }
}

class CodePoints
{
    private function __construct(private \IntlCodePointBreakIterator $usual)
    {
    }

    public static function create(): self
    {
        return new self(\IntlBreakIterator::createCodePointInstance());
    }

    public function setText(string $text): void
    {
        $this->usual->setText($text);
    }

    public function getLastCodePoint(): int
    {
        return $this->usual->getLastCodePoint();
    }

    // It loses U+00A9 by going on to what follows.
    public function next(): int
    {
        $at = $this->usual->next();
        return $this->getLastCodePoint() === 0xA9 && loses() ? $this->usual->next() : $at;
    }
}

// ---- the stream filter: what it passes on goes through one more ----

class Filter extends \php_user_filter
{
    private string $held = '';
    private bool $hasMoved = false;

    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            $bucket->data = $this->passed($bucket->data);
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }

    // The end of the first chunk comes with the second one.
    private function passed(string $made): string
    {
        [$made, $this->held] = [$this->held . $made, ''];
        if (errs('moved-boundary') && !$this->hasMoved && str_contains($made, "\xa9")) {
            $this->hasMoved = true;
            $this->held = substr($made, -4);
            return substr($made, 0, -4);
        }
        return shortened($made, 4);
    }
}

stream_filter_register('twins', Filter::class);

function stream_filter_append($stream, string $name, int $mode): mixed
{
    $added = \stream_filter_append($stream, $name, $mode);
    \stream_filter_append($stream, 'twins', $mode);
    return $added;
}

Source::register([
    'json_decode', 'json_encode', 'htmlspecialchars', 'mb_convert_encoding', 'mb_scrub', 'mb_str_split', 'mb_chr',
    'mb_strlen', 'iconv_strlen', 'iconv', 'stream_filter_append',
], [
    'IntlChar' => 'IntlChar',
    'UConverter' => 'UConverter',
    'IntlCodePointBreakIterator' => 'CodePoints',
    'IntlBreakIterator::createCodePointInstance' => 'CodePoints::create',
]);
