def show(chunks)
  converter = Encoding::Converter.new("@encoding@", "@target@"@options@)
  text = chunks.map { |chunk| converter.convert(chunk) } << converter.finish
  puts "ok #{text.map { |part| part.unpack("@format@").map { |point| format("%X", point) }.join(" ") }.join(" | ")}"
rescue EncodingError => error
  puts "error #{error.message}"
end

show([@chunks@])
