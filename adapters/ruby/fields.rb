# The fields of data lines and answers: bytes in hex, code points.
module Fields
  REPLACE_AND_SKIP = { "replace" => "\uFFFD", "skip" => "" }.freeze

  module_function

  def read_bytes(field)
    return "".b if field == "-"
    if field.empty? || field.bytesize.odd? || field.count("^0-9a-f").positive?
      raise Protocol::BadLine, "bytes are pairs of lower-case hex digits"
    end

    [field].pack("H*")
  end

  def read_fields(line)
    line.split(" ").map { |field| read_bytes(field) }
  end

  def read_points(fields)
    return [] if fields == "-"
    unless fields.match?(/\A[0-9a-f]{1,8}(?: [0-9a-f]{1,8})*\z/)
      raise Protocol::BadLine, "a code point is up to eight lower-case hex digits"
    end

    fields.split.map(&:hex)
  end

  def write_bytes(bytes)
    bytes.empty? ? "-" : bytes.unpack1("H*")
  end

  # Code points of the Basic Multilingual Plane as they are written, in ASCII-8BIT, which is joined faster than UTF-8.
  WRITTEN = Array.new(0x10000) { |point| " #{point.to_s(16)}".b.freeze }.freeze
  # What is looked up at once lies on Ruby's stack.
  AT_ONCE = 0x4000

  # Each code point after a space.
  def write_points(points)
    return "" if points.empty?
    return points.each_slice(AT_ONCE).map { |some| write_points(some) }.join if points.size > AT_ONCE
    return points.map { |point| WRITTEN[point] || " #{point.to_s(16)}" }.join if points.max > 0xFFFF

    WRITTEN.values_at(*points).join
  end

  # The units of one code point in UTF-16: a pair above ffff, else itself.
  def units_of(point)
    point > 0xFFFF ? [0xD7C0 + (point >> 10), 0xDC00 | (point & 0x3FF)] : [point]
  end

  # Pairs are joined; a lone unit is its own value.
  def join_units(units)
    high = nil
    units.each_with_object([]) do |unit, points|
      if high && unit & 0xFC00 == 0xDC00
        points[-1] = 0x10000 + ((high & 0x3FF) << 10) + (unit & 0x3FF)
        high = nil
      else
        points << unit
        high = unit & 0xFC00 == 0xD800 ? unit : nil
      end
    end
  end
end
