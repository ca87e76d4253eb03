<?php
function show(array $points): void
{
    $octets = '';
    foreach ($points as $index => $point) {
        $character = @call@;
        if ($character === @refused@) {
            echo "error at $index\n";
            return;
        }
        $octets .= $character;
    }
    echo 'ok ', bin2hex($octets), "\n";
}

show([@points@]);
