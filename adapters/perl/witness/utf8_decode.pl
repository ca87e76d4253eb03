no warnings;

sub show {
    my ($octets) = @_;
    print utf8::decode($octets) ? join(' ', 'ok', map { sprintf '%X', ord } split //, $octets) : 'error', "\n";
}

show("@octets@");
