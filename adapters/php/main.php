<?php
// The codecs of PHP and its extensions under the adapter protocol; an extension that is not loaded offers nothing.
declare(strict_types=1);

require '../kit/php/protocol.php';
require '../kit/php/fields.php';
require '../kit/php/sweep.php';
require 'text_formats.php';

$codecs = [
    'json_decode' => ['version' => PHP_VERSION, 'offers' => jsonDecodeOffers()],
    'json_encode' => ['version' => PHP_VERSION, 'offers' => jsonEncodeOffers()],
    'htmlspecialchars' => ['version' => PHP_VERSION, 'offers' => htmlOffers()],
    'preg_match-u' => ['version' => strtok(PCRE_VERSION, ' '), 'offers' => pregOffers()],
];
if (extension_loaded('mbstring')) {
    require 'mbstring.php';
    $codecs += [
        'mb_convert_encoding' => ['version' => PHP_VERSION, 'offers' => mbConvertOffers()],
        'mb_check_encoding' => ['version' => PHP_VERSION, 'offers' => mbCheckOffers()],
        'mb_scrub' => ['version' => PHP_VERSION, 'offers' => mbScrubOffers()],
        'mb_str_split+mb_ord' => ['version' => PHP_VERSION, 'offers' => mbOrdOffers()],
        'mb_chr' => ['version' => PHP_VERSION, 'offers' => mbChrOffers()],
    ];
}
if (extension_loaded('iconv')) {
    require 'iconv.php';
    $codecs += [
        'iconv' => ['version' => ICONV_VERSION, 'offers' => iconvOffers()],
        'iconv-ignore' => ['version' => ICONV_VERSION, 'offers' => iconvIgnoreOffers()],
        'iconv_strlen' => ['version' => PHP_VERSION, 'offers' => iconvStrlenOffers()],
        'convert.iconv' => ['version' => PHP_VERSION, 'offers' => iconvFilterOffers()],
    ];
}
if (extension_loaded('intl')) {
    require 'intl.php';
    $codecs += [
        'UConverter' => ['version' => INTL_ICU_VERSION, 'offers' => converterOffers()],
        'IntlChar.chr' => ['version' => INTL_ICU_VERSION, 'offers' => intlCharOffers()],
        'IntlCodePointBreakIterator' => ['version' => INTL_ICU_VERSION, 'offers' => codePointIteratorOffers()],
        'grapheme_strlen' => ['version' => INTL_ICU_VERSION, 'offers' => graphemeOffers()],
    ];
}
serve('php', $codecs);
