use Encode qw(:fallbacks encode);
no warnings;

sub show {
    my $text   = join '', map { chr } @_;
    my $octets = eval { encode('@name@', $text, @check@) };
    print $@ ? "error $@" : 'ok ' . unpack('H*', $octets), "\n";
}

show(@points@);
