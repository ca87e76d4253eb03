# The sweep: every byte string that starts with a prefix, its label by the codec, in run lengths.

package Sweep;

use strict;
use warnings;

use Fields qw(bytes_of);

use constant MOST_FREE_BYTES => 3;

my @byte = map { chr } 0 .. 255;

# Answers sweep lines. A label is "v" for a well-formed string, else "i" or, with the offset, "i3".
sub sweep {
    my ($labelled) = @_;
    return sub {
        my ($prefix, $free) = split / /, $_[0];
        $prefix = bytes_of($prefix);
        $free =~ /^[0-9]\z/ && $free <= MOST_FREE_BYTES or die "N is 0 to 3\n";
        my ($runs, $label, $length) = ('ok', undef, 0);
        my @last = $free ? @byte : ('');
        for my $head (0 .. 256**($free && $free - 1) - 1) {
            my $string = $prefix . ($free > 1 ? substr(pack('N', $head), 5 - $free) : '');
            for my $byte (@last) {
                my $found = $labelled->($string . $byte);
                if (defined $label && $found ne $label) {
                    $runs .= " $length$label";
                    $length = 0;
                }
                $label = $found;
                $length++;
            }
        }
        return "$runs $length$label";
    };
}

1;
