proc show {text} {
    puts "ok [binary encode hex [encoding convertto @encoding@ $text]]"
}

show "@units@"
