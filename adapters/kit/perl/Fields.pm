# The fields of data lines and answers: bytes in hex, code points, the strings that stand for them.

package Fields;

use strict;
use warnings;
no warnings qw(utf8 portable);    # surrogates and values above 10FFFF are what is asked about

use Exporter qw(import);
our @EXPORT_OK = qw(bytes_of string_of hex_of values_of);

sub bytes_of {
    my ($field) = @_;
    return '' if $field eq '-';
    die "not lower-case hex\n" if $field =~ tr/0-9a-f//c or length($field) % 2 or $field eq '';
    return pack 'H*', $field;
}

sub string_of {
    my ($fields) = @_;
    return '' if $fields eq '-';
    die "not code points\n" if $fields =~ tr/0-9a-f //c;
    return join '', map { chr hex } split / /, $fields;
}

sub hex_of { length $_[0] ? unpack('H*', $_[0]) : '-' }

# Each with a space before it. The "v" of sprintf joins the ordinals with dots.
sub values_of {
    my ($string) = @_;
    return '' if $string eq '';
    my $values = sprintf ' %vx', $string;
    $values =~ tr/./ /;
    return $values;
}

1;
