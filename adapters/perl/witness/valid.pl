use Encode qw(:fallbacks find_encoding);
no warnings;

sub show {
    my ($octets) = @_;
    my $length = length $octets;
    find_encoding('@name@')->decode($octets, FB_QUIET);
    print $octets eq '' ? "valid\n" : 'invalid at ' . ($length - length $octets) . "\n";
}

show("@octets@");
