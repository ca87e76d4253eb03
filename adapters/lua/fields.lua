-- The fields of data lines and answers: bytes in hex, code points.
local protocol = require "protocol"

local fields = {}

local byte_of = {}
for byte = 0, 255 do byte_of[string.format("%02x", byte)] = string.char(byte) end

function fields.read_bytes(field)
  if field == "-" then return "" end
  if field == "" or #field % 2 ~= 0 or field:find("[^0-9a-f]") then
    protocol.bad_line("bytes are pairs of lower-case hex digits")
  end
  return (field:gsub("..", byte_of))
end

function fields.read_points(line)
  local points = {}
  if line == "-" then return points end
  for point in (line .. " "):gmatch("([^ ]*) ") do
    if #point > 8 or not point:find("^[0-9a-f]+$") then
      protocol.bad_line("a code point is up to eight lower-case hex digits")
    end
    points[#points + 1] = tonumber(point, 16)
  end
  return points
end

function fields.write_bytes(bytes)
  if bytes == "" then return "-" end
  return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

-- Each code point after a space.
function fields.write_points(points)
  local written = {}
  for i, point in ipairs(points) do written[i] = string.format(" %x", point) end
  return table.concat(written)
end

return fields
