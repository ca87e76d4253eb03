<?php
function show(string $octets): void
{
    $points = [];
    foreach (mb_str_split($octets, 1, 'UTF-8') as $character) {
        $point = mb_ord($character, 'UTF-8');
        if ($point === false) {
            echo "error\n";
            return;
        }
        $points[] = dechex($point);
    }
    echo rtrim('ok ' . implode(' ', $points)), "\n";
}

show("@octets@");
