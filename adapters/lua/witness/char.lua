local function show(...)
  local done, text = pcall(utf8.char, ...)
  print(done and "ok " .. text:gsub(".", function(c) return string.format("%02X", c:byte()) end) or "error " .. text)
end

show(@points@)
