local function show(octets)
  local count, position = utf8.len(octets, 1, -1, @lax@)
  print(count and "valid" or "invalid: at " .. position - 1)
end

show("@octets@")
