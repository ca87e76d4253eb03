<?php
function show(array $points): void
{
    @setup@
    $text = pack('N*', ...$points);
    $octets = @call@;
    echo $octets === false ? "error\n" : 'ok ' . bin2hex($octets) . "\n";
}

show([@points@]);
