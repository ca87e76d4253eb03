use Encode qw(:fallbacks decode LEAVE_SRC);
no warnings;

sub show {
    my $text = eval { decode('@name@', $_[0], @check@) };
    print $@ ? "error $@" : join(' ', 'ok', map { sprintf '%X', ord } split //, $text), "\n";
}

show("@octets@");
