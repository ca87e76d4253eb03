require "json"

def show(octets)
  json = JSON.generate(octets.force_encoding("UTF-8"), ascii_only: true)
  utf16 = json[1..-2].scan(/\\u(....)|\\(.)|(.)/m).map do |hex, short, plain|
    hex ? hex.hex : { "b" => 8, "t" => 9, "n" => 10, "f" => 12, "r" => 13 }.fetch(short) { (short || plain).ord }
  end
  puts "ok #{utf16.pack("n*").encode("UTF-32BE", "UTF-16BE").unpack("N*").map { |point| format("%X", point) }.join(" ")}"
rescue JSON::GeneratorError => error
  puts "error #{error.message.b.inspect}"
end

show("@octets@".b)
