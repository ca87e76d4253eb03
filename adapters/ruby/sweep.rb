# The sweep: every byte string that starts with a prefix, its label by the codec, in run lengths.
module Sweep
  BYTES = (0..255).map { |byte| byte.chr.b.freeze }.freeze

  module_function

  # Answers sweep lines. The block gives "v" for a well-formed string, else "i" or, where the codec tells the offset,
  # "i3".
  def answer(&label)
    lambda do |line|
      prefix, free = line.split(" ")
      raise Protocol::BadLine, "N is 0 to 3" unless free&.match?(/\A[0-3]\z/)

      runs = +"ok"
      current = nil
      length = 0
      each_string(Fields.read_bytes(prefix), free.to_i) do |string|
        found = label.call(string)
        if found != current && length.positive?
          runs << " #{length}#{current}"
          length = 0
        end
        current = found
        length += 1
      end
      runs << " #{length}#{current}"
    end
  end

  # All strings with so many free bytes after the prefix, in lexicographic order. There is no block within a block: an
  # exception, which is what most strings are answered with, costs more the deeper it is raised.
  def each_string(prefix, free)
    return yield(prefix) if free.zero?

    higher = 0
    while higher < 256**(free - 1)
      head = prefix + [higher].pack("N")[5 - free..]
      last = 0
      while last < 256
        yield head + BYTES[last]
        last += 1
      end
      higher += 1
    end
  end
end
