require "json"

def show(json)
  JSON.parse(json.force_encoding("UTF-8"))
  puts "valid"
rescue JSON::ParserError => error
  puts "invalid #{error.message.b.inspect}"
end

show("\"@octets@\"".b)
