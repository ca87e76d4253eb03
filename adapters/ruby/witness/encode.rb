def show(points)
  puts "ok #{points.@encode@.unpack1("H*")}"
rescue RangeError, EncodingError => error
  puts "error #{error.message}"
end

show([@points@])
