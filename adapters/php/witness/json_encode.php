<?php
function show(string $octets): void
{
    $json = json_encode($octets, @flags@);
    if ($json === false) {
        echo 'error ', json_last_error_msg(), "\n";
        return;
    }
    $units = preg_replace_callback(
        '/\\\\u(....)|\\\\?(.)/s',
        fn ($found) => isset($found[2]) ? "\0" . (stripcslashes($found[0]) ?: '0') : hex2bin($found[1]),
        substr($json, 1, -1)
    );
    echo rtrim('ok ' . implode(' ', array_map('dechex', unpack('N*', mb_convert_encoding($units, 'UCS-4BE', 'UTF-16BE'))))), "\n";
}

show("@octets@");
