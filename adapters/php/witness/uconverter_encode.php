<?php
class Strict extends UConverter
{
    public function toUCallback(int $reason, string $source, string $codeUnits, &$error): string|int|array|null
    {
        if ($reason <= UConverter::REASON_IRREGULAR) {
            $error = U_INVALID_CHAR_FOUND;
        }
        return null;
    }

    public function fromUCallback(int $reason, array $source, int $codePoint, &$error): string|int|array|null
    {
        if ($reason <= UConverter::REASON_IRREGULAR) {
            $error = U_INVALID_CHAR_FOUND;
        }
        return null;
    }
}

function show(array $points): void
{
    $octets = (new Strict('@encoding@', 'UTF-32BE'))->convert(pack('N*', ...$points));
    echo $octets === false ? "error\n" : 'ok ' . bin2hex($octets) . "\n";
}

show([@points@]);
