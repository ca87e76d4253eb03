# Under test: JSON.parse, JSON.generate with ascii_only, CGI.unescape.
#
# None of them tells where an error is. JSON.parse returns the bytes that it was given, so of them there is only whether
# it takes them; it encodes what is escaped. JSON.generate escapes what is not ASCII, which is what is read here.
# CGI.unescape returns its result as UTF-8 when that is well-formed and else in the encoding of its argument.
require "cgi"
require "json"

module TextFormats
  SHORT = { "b" => 8, "t" => 9, "n" => 10, "f" => 12, "r" => 13 }.freeze

  module_function

  def parse_offers
    {
      "validate UTF-8 strict" => ->(line) { parses?(Fields.read_bytes(line)) ? "ok" : "error ? ?" },
      "sweep UTF-8 strict" => Sweep.answer { |bytes| parses?(bytes) ? "v" : "i" },
      "encode UTF-8 strict" => ->(line) { unescape(Fields.read_points(line)) }
    }
  end

  def parses?(bytes)
    JSON.parse(%("#{bytes.force_encoding("UTF-8")}"))
    true
  rescue JSON::ParserError
    false
  end

  def unescape(points)
    return "impossible above 10ffff" if points.any? { |point| point > 0x10FFFF }

    escapes = points.flat_map { |point| Fields.units_of(point) }.map { |unit| format("\\u%04x", unit) }
    "ok #{Fields.write_bytes(JSON.parse(%("#{escapes.join}")))}"
  rescue JSON::ParserError
    "error ?"
  end

  def generate_offers
    {
      "decode UTF-8 strict" => ->(line) { generate(Fields.read_bytes(line).force_encoding("UTF-8")) },
      "sweep UTF-8 strict" =>
        Sweep.answer { |bytes| generates?(bytes.force_encoding("UTF-8")) ? "v" : "i" }
    }
  end

  def generate(string)
    json = JSON.generate(string, ascii_only: true)
    units = json[1..-2].scan(/\\u(....)|\\(.)|(.)/m).map do |hex, short, character|
      hex ? hex.hex : SHORT.fetch(short) { (short || character).ord }
    end
    "ok#{Fields.write_points(Fields.join_units(units))}"
  rescue JSON::GeneratorError
    "error ? ?"
  end

  def generates?(string)
    JSON.generate(string, ascii_only: true)
    true
  rescue JSON::GeneratorError
    false
  end

  def cgi_offers
    {
      "validate UTF-8 strict" => ->(line) { unescapes?(Fields.read_bytes(line)) ? "ok" : "error ? ?" },
      "sweep UTF-8 strict" => Sweep.answer { |bytes| unescapes?(bytes) ? "v" : "i" }
    }
  end

  def unescapes?(bytes)
    escaped = bytes.unpack1("H*").gsub(/../, '%\0').force_encoding("US-ASCII")
    CGI.unescape(escaped, Encoding::UTF_8).encoding == Encoding::UTF_8
  end
end
