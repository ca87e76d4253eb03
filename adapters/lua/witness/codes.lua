local function show(octets)
  local points = {}
  local done, message = pcall(function()
    for _, point in utf8.codes(octets, @lax@) do points[#points + 1] = string.format("%X", point) end
  end)
  print(done and "ok " .. table.concat(points, " ") or "error " .. message)
end

show("@octets@")
