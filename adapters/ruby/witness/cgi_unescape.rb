require "cgi"

def show(octets)
  text = CGI.unescape(octets.unpack1("H*").gsub(/../, '%\0').force_encoding("US-ASCII"))
  puts text.encoding == Encoding::UTF_8 ? "valid" : "invalid: #{text.encoding}"
end

show("@octets@".b)
