<?php
// Under test: iconv, iconv with //IGNORE, iconv_strlen and the stream filter convert.iconv, over the iconv of libc.
//
// iconv refuses with false and a notice: nothing tells where, and what came before is lost. iconv_strlen only counts.
// The filter keeps its state from one write to the next; it refuses with a warning, which does not tell where either.
declare(strict_types=1);

const ICONV_ENCODINGS = ['UTF-8', 'UTF-16', 'UTF-16BE', 'UTF-16LE', 'UTF-32', 'UTF-32BE', 'UTF-32LE'];

function iconvOffers(): array
{
    $offers = [];
    foreach (ICONV_ENCODINGS as $encoding) {
        $offers["decode $encoding strict"] = fn (string $line): string => iconvDecoded($encoding, 'UTF-32BE', $line);
        $offers["sweep $encoding strict"] =
            sweep(fn (string $bytes): string => @iconv($encoding, 'UTF-32BE', $bytes) === false ? 'i' : 'v');
        $offers["encode $encoding strict"] = function (string $line) use ($encoding): string {
            $bytes = @iconv('UTF-32BE', $encoding, pack('N*', ...readPoints($line)));
            return $bytes === false ? 'error ?' : 'ok ' . writeBytes($bytes);
        };
    }
    return $offers;
}

function iconvIgnoreOffers(): array
{
    $offers = [];
    foreach (ICONV_ENCODINGS as $encoding) {
        $offers["decode $encoding skip"] =
            fn (string $line): string => iconvDecoded($encoding, 'UTF-32BE//IGNORE', $line);
    }
    return $offers;
}

function iconvDecoded(string $from, string $to, string $line): string
{
    $text = @iconv($from, $to, readBytes($line));
    return $text === false ? 'error ? ?' : 'ok' . writePoints(unpack('N*', $text));
}

function iconvStrlenOffers(): array
{
    $counts = fn (string $encoding, string $bytes): bool => @iconv_strlen($bytes, $encoding) !== false;
    $offers = [];
    foreach (ICONV_ENCODINGS as $encoding) {
        $offers["validate $encoding strict"] =
            fn (string $line): string => $counts($encoding, readBytes($line)) ? 'ok' : 'error ? ?';
        $offers["sweep $encoding strict"] =
            sweep(fn (string $bytes): string => $counts($encoding, $bytes) ? 'v' : 'i');
        $offers["decode-size $encoding strict"] = fn (string $line): string => iconvSize($encoding, $line);
    }
    return $offers;
}

// What iconv_strlen counts, and the characters that iconv writes.
function iconvSize(string $encoding, string $line): string
{
    $bytes = readBytes($line);
    $predicted = @iconv_strlen($bytes, $encoding);
    $text = @iconv($encoding, 'UTF-32BE', $bytes);
    return $predicted === false || $text === false ? 'error ? ?' : "ok $predicted " . intdiv(strlen($text), 4);
}

function iconvFilterOffers(): array
{
    $offers = [];
    foreach (ICONV_ENCODINGS as $encoding) {
        $offers["decode $encoding strict"] = function (string $line) use ($encoding): string {
            [$outcome, $parts] = filtered("$encoding.UTF-32BE", [readBytes($line)]);
            return $outcome . writePoints(unpack('N*', implode('', $parts)));
        };
        $offers["decode-chunks $encoding strict"] = function (string $line) use ($encoding): string {
            [$outcome, $parts] = filtered("$encoding.UTF-32BE", readFields($line));
            return $outcome . implode(' |', array_map(fn ($part) => writePoints(unpack('N*', $part)), $parts));
        };
    }
    return $offers;
}

// What came of each chunk and of the end, one part each: with "ok", or up to the warning with "error ? ?".
function filtered(string $conversion, array $chunks): array
{
    $stream = fopen('sink://', 'w');
    stream_filter_append($stream, "convert.iconv.$conversion", STREAM_FILTER_WRITE);
    $parts = [];
    error_clear_last();
    foreach ($chunks as $chunk) {
        @fwrite($stream, $chunk);
        $parts[] = Sink::take();
        if (error_get_last() !== null) {
            @fclose($stream);
            Sink::take();
            return ['error ? ?', $parts];
        }
    }
    @fclose($stream);
    $parts[] = Sink::take();
    return [error_get_last() === null ? 'ok' : 'error ? ?', $parts];
}

// What comes out of the filter. A stream of PHP's own would have to be sought to be read, and that flushes the filter.
class Sink
{
    public $context;

    private static string $written = '';

    public static function take(): string
    {
        [$taken, self::$written] = [self::$written, ''];
        return $taken;
    }

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_write(string $bytes): int
    {
        self::$written .= $bytes;
        return strlen($bytes);
    }
}

stream_wrapper_register('sink', Sink::class);
