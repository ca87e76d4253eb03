<?php
function show(string $octets): void
{
    @setup@
    $text = @call@;
    if ($text === @refused@) {
        echo 'error ', @why@, "\n";
        return;
    }
    $points = match ('@charset@') {
        'UTF-8' => array_map('mb_ord', mb_str_split($text, 1, 'UTF-8')),
        'UTF-16BE', 'UTF-16LE' => array_map(fn ($c) => mb_ord($c, '@charset@'), mb_str_split($text, 1, '@charset@')),
        'UTF-32LE' => unpack('V*', $text),
        default => unpack('N*', $text),
    };
    echo rtrim('ok ' . implode(' ', array_map('dechex', $points))), "\n";
}

show("@octets@");
