# Under test: String#valid_encoding?, #codepoints, #scrub; Integer#chr; String#unpack("U*") and Array#pack("U*").
#
# None of them tells where an error is. UTF-16 and UTF-32 are dummy encodings, of which a String has no characters: only
# the orders are offered. Neither they nor unpack keep a state.
module Strings
  ENCODINGS = %w[UTF-8 UTF-16BE UTF-16LE UTF-32BE UTF-32LE CESU-8].freeze

  module_function

  def offers
    ENCODINGS.each_with_object({}) do |encoding, offers|
      offers["decode #{encoding} strict"] = ->(line) { codepoints(Fields.read_bytes(line).force_encoding(encoding)) }
      offers["validate #{encoding} strict"] = lambda do |line|
        Fields.read_bytes(line).force_encoding(encoding).valid_encoding? ? "ok" : "error ? ?"
      end
      offers["sweep #{encoding} strict"] =
        Sweep.answer { |bytes| bytes.force_encoding(encoding).valid_encoding? ? "v" : "i" }
      offers["encode #{encoding} strict"] = ->(line) { chr(encoding, Fields.read_points(line)) }
      Fields::REPLACE_AND_SKIP.each do |mode, substitute|
        substitute = substitute.encode(encoding)
        offers["decode #{encoding} #{mode}"] = lambda do |line|
          codepoints(Fields.read_bytes(line).force_encoding(encoding).scrub(substitute))
        end
        offers["decode-replaced #{encoding} #{mode}"] =
          ->(line) { scrubbed(Fields.read_bytes(line).force_encoding(encoding), substitute) }
      end
    end
  end

  def codepoints(string)
    "ok#{Fields.write_points(string.codepoints)}"
  rescue ArgumentError # "invalid byte sequence in UTF-8"
    "error ? ?"
  end

  # The block is called with each invalid byte sequence that scrub replaces.
  def scrubbed(string, substitute)
    calls = 0
    text = string.scrub do
      calls += 1
      substitute
    end
    "ok #{calls}#{Fields.write_points(text.codepoints)}"
  end

  def chr(encoding, points)
    bytes = "".b
    points.each_with_index do |point, index|
      bytes << point.chr(encoding).b
    rescue RangeError
      return "error #{index}"
    end
    "ok #{Fields.write_bytes(bytes)}"
  end

  def pack_offers
    {
      "decode UTF-8 strict" => ->(line) { unpack(Fields.read_bytes(line)) },
      "encode UTF-8 strict" => ->(line) { pack(Fields.read_points(line)) },
      "sweep UTF-8 strict" => Sweep.answer { |bytes| unpacks?(bytes) ? "v" : "i" }
    }
  end

  def unpack(bytes)
    "ok#{Fields.write_points(bytes.unpack("U*"))}"
  rescue ArgumentError # "malformed UTF-8 character", "redundant UTF-8 sequence"
    "error ? ?"
  end

  def unpacks?(bytes)
    bytes.unpack("U*")
    true
  rescue ArgumentError
    false
  end

  def pack(points)
    "ok #{Fields.write_bytes(points.pack("U*"))}"
  rescue RangeError
    "error ?"
  end
end
