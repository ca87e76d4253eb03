<?php
function show(array $chunks): void
{
    $file = tempnam(sys_get_temp_dir(), 'utf');
    $stream = fopen($file, 'w');
    stream_filter_append($stream, 'convert.iconv.@encoding@.UTF-32BE', STREAM_FILTER_WRITE);
    error_clear_last();
    foreach ($chunks as $chunk) {
        @fwrite($stream, $chunk);
    }
    @fclose($stream);
    $text = file_get_contents($file);
    unlink($file);
    if (error_get_last() !== null) {
        echo 'error ', error_get_last()['message'], "\n";
        return;
    }
    echo rtrim('ok ' . implode(' ', array_map('dechex', unpack('N*', $text)))), "\n";
}

show([@chunks@]);
