-- The fields of data lines and answers: bytes in hex, code points.
local protocol = require "protocol"

local fields = {}

local byte_of, digits_of = {}, {}
for byte = 0, 255 do
  local digits = string.format("%02x", byte)
  byte_of[digits], digits_of[string.char(byte)] = string.char(byte), digits
end

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
  return (bytes:gsub(".", digits_of))
end

-- How code points are written, each after a space; made when one is first needed.
local written_as = setmetatable({}, {__index = function(known, point)
  local text = string.format(" %x", point)
  if point < 0x10000 then known[point] = text end
  return text
end})

-- Each code point after a space.
function fields.write_points(points)
  local written = {}
  for i = 1, #points do written[i] = written_as[points[i]] end
  return table.concat(written)
end

return fields
