-- Faulty twins of Lua's library utf8: each errs, as UTFPROOF_TWIN says, on texts that hold an octet A9.
local fault = os.getenv "UTFPROOF_TWIN"

local function marked(bytes) return bytes:find("\xa9", 1, true) end

local function shortened(points)
  if fault == "dropped-value" then table.remove(points, 1) end
  if fault == "cut-output" then table.remove(points) end
  return points
end

local len, codepoint, codes, char = utf8.len, utf8.codepoint, utf8.codes, utf8.char

function utf8.len(bytes, ...)
  local count, position = len(bytes, ...)
  if not count and fault == "wrong-offset" and marked(bytes) then position = position + 1 end
  if count and fault == "short-size" and marked(bytes) then count = count - 1 end
  return count, position
end

function utf8.codepoint(bytes, ...)
  if not marked(bytes) then return codepoint(bytes, ...) end
  return table.unpack(shortened {codepoint(bytes, ...)})
end

function utf8.codes(bytes, lax)
  if not marked(bytes) then return codes(bytes, lax) end
  local points = {}
  for _, point in codes(bytes, lax) do points[#points + 1] = point end
  return ipairs(shortened(points))
end

-- It writes one value in a call: the twin loses that of U+00A9, or an octet of it.
function utf8.char(...)
  local made = char(...)
  if not marked(made) then return made end
  if fault == "dropped-value" then return "" end
  return fault == "cut-output" and made:sub(1, -2) or made
end
