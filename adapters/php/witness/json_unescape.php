<?php
function show(string $json): void
{
    $text = json_decode($json);
    echo is_string($text) ? 'ok ' . bin2hex($text) . "\n" : 'error ' . json_last_error_msg() . "\n";
}

show('"@units@"');
