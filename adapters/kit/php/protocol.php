<?php
// The adapter protocol, version 1: blocks of lines in, a block of answers out.
//
// Codecs are given as [name => ['version' => version of its library, 'offers' => [offer => answer]]]: an offer as in
// "decode UTF-8 strict", an answer a function of the data line that returns the answer line. What it throws ends the
// process, but for BadLine.
declare(strict_types=1);

// stdout carries the protocol and nothing else.
ini_set('display_errors', 'stderr');

const PENDING_SIZE = 1 << 16;

// A data line that cannot be read, which is no fault of the codec.
class BadLine extends Exception
{
}

function serve(string $adapter, array $codecs): void
{
    $hello = greeting($adapter, $codecs);
    $answers = answersByHeader($codecs);
    $unknown = fn (string $line): string => 'failed unknown header';
    $answer = null; // of the current block; null between blocks
    $pending = '';
    while (($line = fgets(STDIN)) !== false) {
        $line = rtrim($line, "\r\n");
        if ($line === '') {
            if ($answer !== null) {
                fwrite(STDOUT, "$pending\n");
                $pending = '';
            }
            $answer = null;
        } elseif ($answer === null) {
            $answer = $answers[$line] ?? $unknown;
            if (preg_match('/^hello \d+$/', $line) === 1) {
                $pending .= "$hello\n";
            }
        } else {
            $pending .= answerOrFailure($answer, $line) . "\n";
            if (strlen($pending) > PENDING_SIZE) {
                fwrite(STDOUT, $pending);
                $pending = '';
            }
        }
    }
    fwrite(STDOUT, $pending);
}

function greeting(string $adapter, array $codecs): string
{
    $described = [];
    foreach ($codecs as $name => $codec) {
        $described[] = ['name' => $name, 'version' => $codec['version'], 'offers' => array_keys($codec['offers'])];
    }
    return json_encode(['protocol' => 1, 'adapter' => $adapter, 'codecs' => $described], JSON_UNESCAPED_SLASHES);
}

function answersByHeader(array $codecs): array
{
    $answers = [];
    foreach ($codecs as $name => $codec) {
        foreach ($codec['offers'] as $offer => $answer) {
            [$op, $encoding, $mode] = explode(' ', $offer);
            $answers["$op $name $encoding $mode"] = $answer;
        }
    }
    return $answers;
}

function answerOrFailure(callable $answer, string $line): string
{
    try {
        return $answer($line);
    } catch (BadLine $error) {
        return 'failed ' . $error->getMessage();
    }
}
