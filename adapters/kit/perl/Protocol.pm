# Blocks on stdin: a header, data lines with one answer each, an empty line.

package Protocol;

use strict;
use warnings;

use constant BUFFER => 1 << 18;

my ($hello, %answers);

my $answer;          # how the lines of this block are answered; undefined between blocks
my $pending = '';    # answers not yet written

sub serve {
    my ($adapter, @codecs) = @_;
    $hello = greeting($adapter, @codecs);
    for my $codec (@codecs) {
        for my $offer (keys %{ $codec->{offers} }) {
            my ($op, $encoding, $mode) = split / /, $offer;
            $answers{"$op $codec->{name} $encoding $mode"} = $codec->{offers}{$offer};
        }
    }
    binmode STDIN;
    binmode STDOUT;
    my $rest = '';
    while (sysread STDIN, $rest, BUFFER, length $rest) {
        my @lines = split /\n/, $rest, -1;
        $rest = pop @lines;
        take($_) for @lines;
    }
    take($rest) if length $rest;
    flush_answers();
}

sub take {
    my ($line) = @_;
    $line =~ s/\r\z//;
    if ($line eq '') {
        end_block() if $answer;
    }
    elsif ($answer) {
        my $given = eval { $answer->($line) };
        $pending .= (defined $given ? $given : 'failed ' . reason($@)) . "\n";
        flush_answers() if length $pending > BUFFER;
    }
    else {
        $answer = $answers{$line} || \&unknown_header;
        $pending .= "$hello\n" if $line =~ /^hello [0-9]+\z/;
    }
}

sub end_block {
    undef $answer;
    $pending .= "\n";
    flush_answers();
}

sub flush_answers {
    my $written = 0;
    while ($written < length $pending) {
        my $part = syswrite STDOUT, $pending, length($pending) - $written, $written;
        defined $part or die "stdout: $!\n";
        $written += $part;
    }
    $pending = '';
}

sub unknown_header { 'failed unknown header' }

# One line of ASCII.
sub reason {
    my ($error) = @_;
    $error =~ s/\s+\z//;
    $error =~ s/[^ -~]/?/g;
    return $error;
}

sub greeting {
    my ($adapter, @codecs) = @_;
    my @described = map {
        my $offers = join ',', map { qq("$_") } sort keys %{ $_->{offers} };
        qq({"name":"$_->{name}","version":"$_->{version}","offers":[$offers]});
    } @codecs;
    return qq({"protocol":1,"adapter":"$adapter","codecs":[) . join(',', @described) . ']}';
}

1;
