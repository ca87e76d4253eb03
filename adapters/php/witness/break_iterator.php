<?php
function show(string $octets): void
{
    $iterator = IntlBreakIterator::createCodePointInstance();
    $iterator->setText($octets);
    echo 'ok';
    while ($iterator->next() !== IntlBreakIterator::DONE) {
        echo ' ', dechex($iterator->getLastCodePoint());
    }
    echo "\n";
}

show("@octets@");
