def show(octets)
  puts "ok #{octets.@decode@.map { |point| format("%X", point) }.join(" ")}"
rescue ArgumentError, EncodingError => error
  puts "error #{error.message}"
end

show("@octets@".b)
