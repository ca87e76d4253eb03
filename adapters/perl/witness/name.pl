use Encode qw(find_encoding);

sub show {
    my $encoding = find_encoding($_[0]);
    print 'ok ', $encoding && $encoding->mime_name || '?', "\n";
}

show("@octets@");
