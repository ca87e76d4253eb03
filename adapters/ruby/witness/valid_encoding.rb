def show(octets)
  puts octets.force_encoding("@encoding@").valid_encoding? ? "valid" : "invalid"
end

show("@octets@".b)
