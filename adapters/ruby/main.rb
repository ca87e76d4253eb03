# The codecs of Ruby and its standard library under the adapter protocol.
require_relative "protocol"
require_relative "fields"
require_relative "sweep"
require_relative "strings"
require_relative "converter"
require_relative "text_formats"

Protocol.serve("ruby", [
  Protocol::Codec.new("String", RUBY_VERSION, Strings.offers),
  Protocol::Codec.new("pack-U", RUBY_VERSION, Strings.pack_offers),
  Protocol::Codec.new("Encoding.Converter", RUBY_VERSION, Converter.offers),
  Protocol::Codec.new("JSON.parse", JSON::VERSION, TextFormats.parse_offers),
  Protocol::Codec.new("JSON.generate", JSON::VERSION, TextFormats.generate_offers),
  Protocol::Codec.new("CGI.unescape", RUBY_VERSION, TextFormats.cgi_offers)
])
