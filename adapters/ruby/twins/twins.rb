# Faulty twins of Ruby's codecs: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
require "json"

module Twins
  FAULT = ENV["UTFPROOF_TWIN"]
  FIRST = /\A(?:\0\0\0\xa9|\xa9\0\0\0|\0\0\xfe\xff|\xff\xfe\0\0|\0\xa9|\xa9\0|\xfe\xff|\xff\xfe|\xc2\xa9|.)/mn

  module_function

  def marked?(bytes)
    bytes.b.include?("\xa9".b)
  end

  # A list of values, or octets.
  def shortened(made)
    case FAULT
    when "dropped-value" then made.is_a?(Array) ? made.drop(1) : made.b.sub(FIRST, "".b).force_encoding(made.encoding)
    when "cut-output" then made.is_a?(Array) ? made[0..-2] : made.byteslice(0, made.bytesize - 1)
    else made
    end
  end

  module OfString
    def codepoints
      made = super
      made.include?(0xA9) ? Twins.shortened(made) : made
    end

    def unpack(format)
      made = super
      format == "U*" && made.include?(0xA9) ? Twins.shortened(made) : made
    end
  end

  module OfArray
    def pack(format)
      made = super
      format == "U*" && include?(0xA9) ? Twins.shortened(made) : made
    end
  end

  module OfInteger
    def chr(*encoding)
      made = super
      return made unless self == 0xA9 && FAULT && !encoding.empty?

      Twins.shortened(made)
    end
  end

  module OfConverter
    def primitive_convert(source, target, *rest)
      whole = Twins.marked?(source)
      held = hold(source, rest)
      made = "".b.force_encoding(target.encoding)
      result = super(source, made, *rest)
      if FAULT == "wrong-offset" && whole && %i[invalid_byte_sequence undefined_conversion].include?(result)
        source.slice!(0, unit)
      end
      @held = held
      target << (whole ? Twins.shortened(made) : made)
      result
    end

    private

    # The last octet of the first chunk comes with the second one.
    def hold(source, rest)
      if @held
        source.prepend(@held)
        nil
      elsif FAULT == "moved-boundary" && !@moved && rest.last == Encoding::Converter::PARTIAL_INPUT
        @moved = true
        source.slice!(-1)
      end
    end

    def unit
      { "32" => 4, "16" => 2 }.fetch(source_encoding.name[/32|16/], 1)
    end
  end

  module OfJson
    def generate(string, *rest, **named)
      made = super
      return made unless Twins.marked?(string)

      case FAULT
      when "dropped-value" then made.sub('\u00a9', "")
      when "cut-output" then "#{made[0..-3]}\""
      else made
      end
    end

    def parse(source, *rest)
      made = super
      made.is_a?(String) && source.include?("\\u00a9") ? Twins.shortened(made) : made
    end
  end
end

String.prepend(Twins::OfString)
Array.prepend(Twins::OfArray)
Integer.prepend(Twins::OfInteger)
Encoding::Converter.prepend(Twins::OfConverter)
JSON.singleton_class.prepend(Twins::OfJson)
