local function show(octets)
  local points = {pcall(utf8.codepoint, octets, 1, -1, @lax@)}
  if not table.remove(points, 1) then
    print("error " .. points[1])
    return
  end
  for i, point in ipairs(points) do points[i] = string.format("%X", point) end
  print("ok " .. table.concat(points, " "))
end

show("@octets@")
