use Encode qw(:fallbacks find_encoding);
no warnings;

sub show {
    my ($buffer, $fed, @text) = ('', 0);
    for my $chunk (@_) {
        $buffer .= $chunk;
        $fed    += length $chunk;
        push @text, map { sprintf '%X', ord } split //, find_encoding('@name@')->decode($buffer, FB_QUIET);
    }
    print $buffer eq '' ? "ok @text\n" : 'error at ' . ($fed - length $buffer) . "\n";
}

show(@chunks@);
