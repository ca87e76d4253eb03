no warnings;

sub show {
    my $text = join '', map { chr } @_;
    utf8::encode($text);
    print 'ok ', unpack('H*', $text), "\n";
}

show(@points@);
