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

function show(string $octets): void
{
    $text = (new Strict('UTF-32BE', '@encoding@'))->convert($octets);
    echo $text === false ? "error\n" : rtrim('ok ' . implode(' ', array_map('dechex', unpack('N*', $text)))) . "\n";
}

show("@octets@");
