<?php
function show(string $octets): void
{
    echo @call@ ? "valid\n" : "invalid\n";
}

show("@octets@");
