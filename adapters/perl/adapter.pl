# Perl's codecs, each through its documented functions.
#
#   Encode           $encoding->decode and ->encode with FB_CROAK (strict) and FB_DEFAULT (replace),
#                    and for UTF-8 in chunks the loop with FB_QUIET of Encode's documentation
#   Encode-utf8-lax  the same for the encoding "utf8"
#   utf8-decode      utf8::decode and utf8::encode
#
# FB_CROAK dies with a message that shows the bad bytes but not where they are, and gives nothing of
# what came before. FB_QUIET stops where it cannot go on, at an error as at an incomplete character:
# which of them it was shows at the end of the text only. Encode::Unicode has no chunks: it is
# documented to ignore FB_QUIET. No encoder of Encode keeps a state.

use strict;
use warnings;

use Encode     ();
use Operations ();
use Protocol   ();


sub offers_of_encode {
    my ($name, $encoding) = @_;
    my $object = Encode::find_encoding($encoding);
    return (
        "decode $name strict"        => Operations::decode($object, Encode::FB_CROAK),
        "decode $name replace"       => Operations::decode($object, Encode::FB_DEFAULT),
        "decode-again $name strict"  => Operations::decode_again($object, Encode::FB_CROAK),
        "decode-again $name replace" => Operations::decode_again($object, Encode::FB_DEFAULT),
        "encode $name strict"        => Operations::encode($object, Encode::FB_CROAK),
        "encode $name replace"       => Operations::encode($object, Encode::FB_DEFAULT),
        "sweep $name strict"         => Operations::sweep(Operations::croaking($object)),
    );
}

my @with_byte_order = qw(UTF-16 UTF-16BE UTF-16LE UTF-32 UTF-32BE UTF-32LE);

Protocol::serve(
    perl => {
        name    => 'Encode',
        version => $Encode::VERSION,
        offers  => {
            offers_of_encode('UTF-8', 'UTF-8'),
            'decode-chunks UTF-8 strict' =>
                Operations::decode_chunks(Encode::find_encoding('UTF-8')),
            (map { offers_of_encode($_, $_) } @with_byte_order),
            'label - -' => Operations::label('UTF-8', @with_byte_order),
        },
    },
    {   name    => 'Encode-utf8-lax',
        version => $Encode::VERSION,
        offers  => {
            offers_of_encode('UTF-8', 'utf8'),
            'decode-chunks UTF-8 strict' =>
                Operations::decode_chunks(Encode::find_encoding('utf8')),
        },
    },
    {   name    => 'utf8-decode',
        version => sprintf('%vd', $^V),
        offers  => {
            'decode UTF-8 strict'   => \&Operations::utf8_decode,
            'validate UTF-8 strict' => \&Operations::utf8_validate,
            'encode UTF-8 strict'   => \&Operations::utf8_encode,
            'sweep UTF-8 strict'    => Operations::sweep(\&Operations::utf8_accepts),
        },
    },
);
