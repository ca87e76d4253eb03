<?php
function show(string $label): void
{
    try {
        echo 'ok ', @name@, "\n";
    } catch (ValueError) {
        echo "ok ?\n";
    }
}

show("@octets@");
