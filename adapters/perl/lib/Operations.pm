# The ops of the protocol: each makes a function from a data line to its answer.

package Operations;

use strict;
use warnings;
no warnings qw(utf8 portable);    # surrogates and values above 10FFFF are what is asked about

use Encode ();

use Fields qw(bytes_of string_of hex_of values_of);

# ---- Encode ----

sub decode {
    my ($encoding, $check) = @_;
    return sub {
        my $octets = bytes_of($_[0]);
        return decoded($encoding, $check, $octets);
    };
}

# What the code gives stands in the text for the malformed sequence whose octets it was given.
sub decode_replaced {
    my ($encoding) = @_;
    my $calls;
    my $check = sub { $calls++; "\x{fffd}" };
    return sub {
        my $octets = bytes_of($_[0]);
        $calls = 0;
        my $string = $encoding->decode($octets, $check);
        return "ok $calls" . values_of($string);
    };
}

sub decode_again {
    my ($encoding, $check) = @_;
    return sub {
        my ($first, $second) = map { bytes_of($_) } split / /, $_[0];
        return decoded($encoding, $check, $first) . ' / ' . decoded($encoding, $check, $second);
    };
}

sub decoded {
    my ($encoding, $check, $octets) = @_;
    my $string;
    eval { $string = $encoding->decode($octets, $check); 1 } or return 'error ? ?';
    return 'ok' . values_of($string);
}

# FB_QUIET leaves in the buffer what it did not decode.
sub decode_chunks {
    my ($encoding) = @_;
    return sub {
        my ($buffer, $fed, $delivered) = ('', 0, '');
        for my $chunk (map { bytes_of($_) } split / /, $_[0]) {
            $fed    += length $chunk;
            $buffer .= $chunk;
            $delivered .= values_of($encoding->decode($buffer, Encode::FB_QUIET)) . ' |';
        }
        return "ok$delivered" if $buffer eq '';
        return 'error ' . ($fed - length $buffer) . " ?$delivered";
    };
}

sub encode {
    my ($encoding, $check) = @_;
    return sub {
        my $string = string_of($_[0]);
        my $octets;
        eval { $octets = $encoding->encode($string, $check); 1 } or return 'error ?';
        return 'ok ' . hex_of($octets);
    };
}

sub validate {
    my ($encoding) = @_;
    return sub {
        my $octets = bytes_of($_[0]);
        my $length = length $octets;
        $encoding->decode($octets, Encode::FB_QUIET);
        return $octets eq '' ? 'ok' : 'error ' . ($length - length $octets) . ' ?';
    };
}

# Labels of sweep. FB_QUIET tells the offset and costs a third of a croak.

sub labelled_by_quiet {
    my ($encoding) = @_;
    return sub {
        my ($octets) = @_;
        my $length = length $octets;
        $encoding->decode($octets, Encode::FB_QUIET);
        return $octets eq '' ? 'v' : 'i' . ($length - length $octets);
    };
}

sub labelled_by_croak {
    my ($encoding) = @_;
    my $check = Encode::FB_CROAK | Encode::LEAVE_SRC;
    return sub {
        eval { $encoding->decode($_[0], $check); 1 } ? 'v' : 'i';
    };
}

sub label {
    my %known = map { $_ => 1 } @_;
    return sub {
        my $encoding = Encode::find_encoding(bytes_of($_[0]));
        my $name     = $encoding && $encoding->mime_name;
        return 'ok ' . ($name && $known{$name} ? $name : '?');
    };
}

# ---- utf8:: ----

sub utf8_decode {
    my $octets = bytes_of($_[0]);
    return 'error ? ?' unless utf8::decode($octets);
    return 'ok' . values_of($octets);
}

sub utf8_validate {
    my $octets = bytes_of($_[0]);
    return utf8::decode($octets) ? 'ok' : 'error ? ?';
}

sub labelled_by_utf8_decode {
    my ($octets) = @_;
    return utf8::decode($octets) ? 'v' : 'i';
}

sub utf8_encode {
    my $string = string_of($_[0]);
    utf8::encode($string);
    return 'ok ' . hex_of($string);
}

# utf8::upgrade tells how many octets the string has in the encoding that Perl itself uses, which is UTF-8.
sub utf8_size {
    my $string    = string_of($_[0]);
    my $predicted = utf8::upgrade(my $copy = $string);
    utf8::encode($string);
    return "ok $predicted " . length $string;
}

1;
