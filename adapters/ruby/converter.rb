# Under test: the transcoder, which String#encode calls too.
#
# Encoding::Converter#primitive_convert stops at an error; primitive_errinfo tells the bytes in error and those behind
# them that it read too. Code points are given and taken as UTF-32BE, or UTF-32LE where UTF-32BE itself is asked:
# between an encoding and itself there is no converter. A converter that has finished is not used again.
module Converter
  ENCODINGS = %w[UTF-8 UTF-16 UTF-16BE UTF-16LE UTF-32 UTF-32BE UTF-32LE CESU-8].freeze

  module_function

  def offers
    ENCODINGS.each_with_object({}) do |encoding, offers|
      offers["sweep #{encoding} strict"] = Sweep.answer { |bytes| label(encoding, bytes) }
      options_of_modes.each do |mode, options|
        values = other(encoding)
        format = values_format(values)
        fresh = -> { Encoding::Converter.new(encoding, values, **options) }
        offers["decode #{encoding} #{mode}"] =
          ->(line) { Decoding.new(fresh.call, format).whole(Fields.read_bytes(line)) }
        offers["decode-chunks #{encoding} #{mode}"] =
          ->(line) { Decoding.new(fresh.call, format).chunks(Fields.read_fields(line)) }
        writer = -> { Encoding::Converter.new(values, encoding, **options) }
        offers["encode #{encoding} #{mode}"] = ->(line) { encode(writer.call, format, [Fields.read_points(line)], 1) }
        offers["encode-chunks #{encoding} #{mode}"] = lambda do |line|
          encode(writer.call, format, line.split(" | ").map { |chunk| Fields.read_points(chunk) })
        end
      end
    end
  end

  def options_of_modes
    replacing = Fields::REPLACE_AND_SKIP.transform_values { |substitute| { invalid: :replace, replace: substitute } }
    { "strict" => {}, **replacing }
  end

  def other(encoding)
    encoding == "UTF-32BE" ? "UTF-32LE" : "UTF-32BE"
  end

  def values_format(encoding)
    encoding == "UTF-32LE" ? "V*" : "N*"
  end

  def label(encoding, bytes)
    converter = Encoding::Converter.new(encoding, other(encoding))
    unread = bytes.dup
    return "v" if converter.primitive_convert(unread, "".b) == :finished

    "i#{error(converter, bytes.bytesize - unread.bytesize).first}"
  end

  # The offset and the length of the error at which a converter stopped when it had read so much.
  def error(converter, read)
    bad, read_again = converter.primitive_errinfo[3..4].map(&:bytesize)
    [read - read_again - bad, bad]
  end

  # Joins all fields when only `fields` of them are wanted.
  def encode(converter, format, chunks, fields = chunks.size + 1)
    conversion = Conversion.new(converter)
    written = chunks.map { |points| conversion.feed(points.pack(format)) } << conversion.finish
    return "error #{conversion.offset / 4}" if conversion.offset

    written = [written.join] if fields == 1
    "ok #{written.map { |bytes| Fields.write_bytes(bytes) }.join(" | ")}"
  end

  # One text through one converter, up to its first error.
  class Conversion
    PARTIAL = Encoding::Converter::PARTIAL_INPUT
    attr_reader :offset, :length

    def initialize(converter)
      @converter = converter
      @fed = 0
    end

    # What comes of these bytes, which are used up; of the last ones, with what comes of the end.
    def feed(bytes, last: false)
      written = String.new
      return written if @offset

      @fed += bytes.bytesize
      result = @converter.primitive_convert(bytes, written, nil, nil, last ? 0 : PARTIAL)
      unless result == :source_buffer_empty || result == :finished
        @offset, @length = Converter.error(@converter, @fed - bytes.bytesize)
      end
      written.force_encoding(Encoding::BINARY)
    end

    def finish
      feed(String.new, last: true)
    end
  end

  # The answers to decode and decode-chunks.
  class Decoding
    # `format` is that of the values which the converter gives, in the words of String#unpack.
    def initialize(converter, format)
      @conversion = Conversion.new(converter)
      @format = format
    end

    def whole(bytes)
      outcome(points(@conversion.feed(bytes, last: true)))
    end

    # The bars of chunks that were finished stand before an error; that of the one with the error does not.
    def chunks(parts)
      delivered = parts.each_with_object(+"") do |chunk, out|
        out << points(@conversion.feed(chunk))
        return outcome(out) if @conversion.offset

        out << " |"
      end
      outcome(delivered << points(@conversion.finish))
    end

    private

    def outcome(delivered)
      return "ok#{delivered}" unless @conversion.offset

      "error #{@conversion.offset} #{@conversion.length}#{delivered}"
    end

    def points(bytes)
      Fields.write_points(bytes.unpack(@format))
    end
  end
end
