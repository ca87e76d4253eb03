# The adapter protocol, version 1: blocks of lines in, a block of answers out.
module Protocol
  # A data line that cannot be read, which is no fault of the codec.
  class BadLine < StandardError; end

  # A codec: what its library's version is, and {offer => answer}. An offer is as in "decode UTF-8 strict", an answer
  # takes the data line and returns the answer line. What it raises ends the process, but for BadLine.
  Codec = Struct.new(:name, :version, :offers)

  PENDING_SIZE = 1 << 16
  UNKNOWN = ->(_line) { "failed unknown header" }

  module_function

  def serve(adapter, codecs)
    hello = greeting(adapter, codecs)
    answers = by_header(codecs)
    answer = nil # of the current block; nil between blocks
    pending = +""
    $stdin.binmode
    $stdout.binmode
    $stdout.sync = true
    $stdin.each_line("\n") do |line|
      line = line.chomp
      if line.empty?
        $stdout.write(pending << "\n") if answer
        pending = +"" if answer
        answer = nil
      elsif answer
        pending << answer_or_failure(answer, line) << "\n"
        if pending.bytesize > PENDING_SIZE
          $stdout.write(pending)
          pending = +""
        end
      else
        answer = answers.fetch(line, UNKNOWN)
        pending << hello << "\n" if line.match?(/\Ahello \d+\z/)
      end
    end
    $stdout.write(pending)
  end

  def answer_or_failure(answer, line)
    answer.call(line)
  rescue BadLine => e
    "failed #{e.message}"
  end

  def greeting(adapter, codecs)
    described = codecs.map do |codec|
      offers = codec.offers.keys.map { |offer| %("#{offer}") }.join(",")
      %({"name":"#{codec.name}","version":"#{codec.version}","offers":[#{offers}]})
    end
    %({"protocol":1,"adapter":"#{adapter}","codecs":[#{described.join(",")}]})
  end

  def by_header(codecs)
    codecs.each_with_object({}) do |codec, answers|
      codec.offers.each do |offer, answer|
        op, encoding, mode = offer.split
        answers["#{op} #{codec.name} #{encoding} #{mode}"] = answer
      end
    end
  end
end
