<?php
// The sweep: every byte string that starts with a prefix, its label by the codec, in run lengths.
declare(strict_types=1);

// Answers sweep lines. `label` gives "v" for a well-formed string, else "i" or, where the codec tells the offset, "i3".
function sweep(callable $label): Closure
{
    return function (string $line) use ($label): string {
        [$prefix, $free] = explode(' ', $line) + [1 => ''];
        if (preg_match('/^[0-3]$/D', $free) !== 1) {
            throw new BadLine('N is 0 to 3');
        }
        $out = 'ok';
        $current = '';
        $length = 0;
        foreach (strings(readBytes($prefix), (int) $free) as $string) {
            $found = $label($string);
            if ($found !== $current && $length > 0) {
                $out .= " $length$current";
                $length = 0;
            }
            $current = $found;
            $length++;
        }
        return "$out $length$current";
    };
}

// All strings with so many free bytes after the prefix, in lexicographic order.
function strings(string $prefix, int $free): Generator
{
    if ($free === 0) {
        yield $prefix;
        return;
    }
    for ($byte = 0; $byte < 256; $byte++) {
        if ($free === 1) {
            yield $prefix . chr($byte);
        } else {
            foreach (strings($prefix . chr($byte), $free - 1) as $string) {
                yield $string;
            }
        }
    }
}
