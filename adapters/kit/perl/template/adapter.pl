# Under test: utf8::decode and utf8::encode of Perl, which take Perl's own extension of UTF-8.
#
# They do not tell where an error is.

use strict;
use warnings;

use Fields   qw(bytes_of string_of hex_of values_of);
use Protocol ();
use Sweep    ();

my $version = sprintf '%vd', $^V;    # of the library that the codec belongs to

# ---- YOUR CODEC: call it in these two functions ----

# Bytes -> a string of code points, or nothing when the codec refuses them.
sub decode {
    my ($octets) = @_;
    return utf8::decode($octets) ? $octets : undef;
}

# A string of code points -> bytes, or nothing when the codec refuses it.
sub encode {
    my ($string) = @_;
    utf8::encode($string);
    return $string;
}

# ---- what it offers; an offset that the codec tells stands in the place of `?` ----

sub answer_decode {
    my $string = decode(bytes_of($_[0]));
    return defined $string ? 'ok' . values_of($string) : 'error ? ?';
}

sub answer_validate {
    return defined decode(bytes_of($_[0])) ? 'ok' : 'error ? ?';
}

sub answer_encode {
    my $octets = encode(string_of($_[0]));
    return defined $octets ? 'ok ' . hex_of($octets) : 'error ?';
}

Protocol::serve(
    'NAME' => {
        name    => 'NAME',
        version => $version,
        offers  => {
            'decode UTF-8 strict'   => \&answer_decode,
            'validate UTF-8 strict' => \&answer_validate,
            'sweep UTF-8 strict'    => Sweep::sweep(sub { defined decode($_[0]) ? 'v' : 'i' }),

            # utf8::encode goes on where RFC 2279 ends, at 7fffffff: offered, it would fail.
            # 'encode UTF-8 strict' => \&answer_encode,
        },
    },
);
