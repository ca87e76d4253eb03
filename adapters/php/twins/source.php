<?php
// The adapter's files, read with the names of twins in the place of the usual names.
namespace Twins;

class Source
{
    public $context;

    private static array $replaced = [];

    private array $stat;
    private string $text;
    private int $at = 0;

    public static function register(array $functions, array $classes): void
    {
        foreach ($functions as $name) {
            self::$replaced["/(?<![\\w\\\\>:\$])$name(?=\\()/"] = "\\Twins\\$name";
        }
        foreach ($classes as $name => $twin) {
            self::$replaced["/(?<![\\w\\\\\$])$name\\b/"] = "\\Twins\\$twin";
        }
        stream_wrapper_unregister('file');
        stream_wrapper_register('file', self::class);
    }

    public function stream_open(string $path): bool
    {
        stream_wrapper_restore('file');
        $text = file_get_contents($path, true);
        $this->stat = $text === false ? [] : stat(stream_resolve_include_path($path));
        stream_wrapper_unregister('file');
        stream_wrapper_register('file', self::class);
        $this->text = preg_replace(array_keys(self::$replaced), array_values(self::$replaced), (string) $text);
        return $text !== false;
    }

    public function stream_read(int $size): string
    {
        $part = substr($this->text, $this->at, $size);
        $this->at += strlen($part);
        return $part;
    }

    public function stream_eof(): bool
    {
        return $this->at >= strlen($this->text);
    }

    public function stream_stat(): array
    {
        return ['size' => strlen($this->text)] + $this->stat;
    }

    public function stream_set_option(): bool
    {
        return false;
    }
}
