# Perl's codecs, each through its documented functions.
#
#   Encode           $encoding->decode and ->encode with FB_CROAK (strict) and FB_DEFAULT (replace)
#   Encode-utf8-lax  the same for the encoding "utf8"
#   utf8-decode      utf8::decode and utf8::encode, and the length that utf8::upgrade tells
#
# FB_CROAK dies with a message that shows the bad bytes but not where they are, and gives nothing of
# what came before. FB_QUIET, for UTF-8 and utf8, stops at an error as at an incomplete character and
# leaves the rest: it serves validate, sweep and, by the loop in Encode's documentation, chunks,
# where an error shows at the end of the text only. A reference to code in the place of FB_DEFAULT is
# called with the bytes of each malformed sequence: its calls are counted. Encode::Unicode is documented to ignore it. No
# encoder of Encode keeps a state.

use strict;
use warnings;
use utf8 ();

use Encode ();

use Operations ();
use Protocol   ();
use Sweep      ();

sub whole {
    my ($name, $object) = @_;
    return (
        "decode $name strict"        => Operations::decode($object, Encode::FB_CROAK),
        "decode $name replace"       => Operations::decode($object, Encode::FB_DEFAULT),
        "decode-again $name strict"  => Operations::decode_again($object, Encode::FB_CROAK),
        "decode-again $name replace" => Operations::decode_again($object, Encode::FB_DEFAULT),
        "encode $name strict"        => Operations::encode($object, Encode::FB_CROAK),
        "encode $name replace"       => Operations::encode($object, Encode::FB_DEFAULT),
    );
}

sub utf8_offers {
    my $object = Encode::find_encoding($_[0]);
    return (
        whole('UTF-8', $object),
        'decode-replaced UTF-8 replace' => Operations::decode_replaced($object),
        'decode-chunks UTF-8 strict' => Operations::decode_chunks($object),
        'validate UTF-8 strict'      => Operations::validate($object),
        'sweep UTF-8 strict'         => Sweep::sweep(Operations::labelled_by_quiet($object)),
    );
}

sub unicode_offers {
    my ($name) = @_;
    my $object = Encode::find_encoding($name);
    return (
        whole($name, $object),
        "sweep $name strict" => Sweep::sweep(Operations::labelled_by_croak($object)),
    );
}

my @unicode = qw(UTF-16 UTF-16BE UTF-16LE UTF-32 UTF-32BE UTF-32LE);

Protocol::serve(
    perl => {
        name    => 'Encode',
        version => $Encode::VERSION,
        offers  => {
            utf8_offers('UTF-8'),
            (map { unicode_offers($_) } @unicode),
            'label - -' => Operations::label('UTF-8', @unicode),
        },
    },
    {   name    => 'Encode-utf8-lax',
        version => $Encode::VERSION,
        offers  => { utf8_offers('utf8') },
    },
    {   name    => 'utf8-decode',
        version => sprintf('%vd', $^V),
        offers  => {
            'decode UTF-8 strict'   => \&Operations::utf8_decode,
            'validate UTF-8 strict' => \&Operations::utf8_validate,
            'encode UTF-8 strict'   => \&Operations::utf8_encode,
            'encode-size UTF-8 strict' => \&Operations::utf8_size,
            'sweep UTF-8 strict'    => Sweep::sweep(\&Operations::labelled_by_utf8_decode),
        },
    },
);
