require "json"

def show(json)
  puts "ok #{JSON.parse(json).unpack1("H*")}"
rescue JSON::ParserError => error
  puts "error #{error.message}"
end

show('"@units@"')
