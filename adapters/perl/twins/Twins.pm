# Faulty twins of Encode's encodings and of utf8::decode, utf8::encode and utf8::upgrade: each errs, as UTFPROOF_TWIN
# says, on texts that hold U+00A9.

package Twins;

use strict;
use warnings;
no warnings 'redefine';

use Encode          ();
use Encode::Unicode ();

my $fault = $ENV{UTFPROOF_TWIN} // '';
my $moved = 0;

sub shortened {
    my ($made) = @_;
    return substr $made, first_of($made) if $fault eq 'dropped-value';
    return substr $made, 0, -1 if $fault eq 'cut-output';
    return $made;
}

# How many characters or octets the first value has: U+00A9, or a signature.
sub first_of {
    my ($made) = @_;
    my ($first)
        = $made =~ /\A(\0\0\0\xa9|\xa9\0\0\0|\0\0\xfe\xff|\xff\xfe\0\0|\0\xa9|\xa9\0|\xfe\xff|\xff\xfe|\xc2\xa9|.)/s;
    return length $first;
}

# FB_QUIET leaves in its argument what it did not take: there the place of an error and the end of a chunk show.
sub twin_of {
    my ($usual) = @_;
    return sub {
        my ($self, undef, $check) = @_;
        my $marked = index($_[1], "\xa9") >= 0;
        my $quiet  = defined $check && !ref $check && $check == Encode::FB_QUIET();
        my $held   = '';
        if ($marked && $quiet && $fault eq 'moved-boundary' && !$moved) {
            $held = chop $_[1];
            $moved = 1;
        }
        elsif ($quiet && $marked) { $moved = 0 }
        my $made = $usual->($self, $_[1], $check);
        return $made unless $marked;
        $_[1] = substr $_[1], 1 if $fault eq 'wrong-offset' && $quiet && $_[1] ne '';
        $_[1] .= $held if $held ne '';
        return shortened($made);
    };
}

for my $package (qw(Encode::utf8 Encode::Unicode)) {
    no strict 'refs';
    for my $name (qw(decode encode)) {
        my $usual = \&{"${package}::$name"};
        *{"${package}::$name"} = twin_of($usual);
    }
}

my $upgrade = \&utf8::upgrade;
*utf8::upgrade = sub {
    my $marked = index($_[0], "\xa9") >= 0;
    my $length = $upgrade->($_[0]);
    return $marked && $fault eq 'short-size' ? $length - 1 : $length;
};

my ($decode, $encode) = (\&utf8::decode, \&utf8::encode);
*utf8::decode = sub {
    my $marked = index($_[0], "\xa9") >= 0;
    my $done = $decode->($_[0]);
    $_[0] = shortened($_[0]) if $marked && $done;
    return $done;
};
*utf8::encode = sub {
    my $marked = index($_[0], "\xa9") >= 0;
    $encode->($_[0]);
    $_[0] = shortened($_[0]) if $marked;
    return;
};

1;
