-- Lua's library utf8, each function with and without its argument lax.
--
--   utf8.len         tells the position of the first invalid byte, not how many bytes are at fault
--   utf8.codepoint   throws an error that does not tell where it is
--   utf8.codes       the same, after the characters that came before
--   utf8.char        throws what it cannot write; it knows nothing of strict and lax
--
-- utf8.codepoint puts all values on the stack, which holds a million.
local fields = require "fields"
local protocol = require "protocol"
local sweep = require "sweep"

local function validate(lax)
  return function(line)
    local count, position = utf8.len(fields.read_bytes(line), 1, -1, lax)
    if count then return "ok" end
    return string.format("error %d ?", position - 1)
  end
end

local function label_by_len(lax)
  local labels = {}
  for offset = 0, 255 do labels[offset + 1] = "i" .. offset end
  return function(bytes)
    local count, position = utf8.len(bytes, 1, -1, lax)
    return count and "v" or labels[position]
  end
end

-- The one error of utf8.codepoint and utf8.codes that is about the bytes; any other is not the codec's answer.
local function rethrow_unless_refused(message)
  if not tostring(message):find("invalid UTF-8 code", 1, true) then error(message, 0) end
end

local function codepoint(lax)
  return function(line)
    local bytes = fields.read_bytes(line)
    local points = {pcall(utf8.codepoint, bytes, 1, -1, lax)}
    if not points[1] then
      rethrow_unless_refused(points[2])
      return "error ? ?"
    end
    return "ok" .. fields.write_points(table.move(points, 2, #points + 1, 1))
  end
end

-- utf8.len counts what utf8.codepoint then gives.
local function size(lax)
  return function(line)
    local bytes = fields.read_bytes(line)
    local count, position = utf8.len(bytes, 1, -1, lax)
    if not count then return string.format("error %d ?", position - 1) end
    return string.format("ok %d %d", count, select("#", utf8.codepoint(bytes, 1, -1, lax)))
  end
end

local function collect(points, bytes, lax)
  for _, point in utf8.codes(bytes, lax) do points[#points + 1] = point end
end

local function codes(lax)
  return function(line)
    local points = {}
    local done, message = pcall(collect, points, fields.read_bytes(line), lax)
    if done then return "ok" .. fields.write_points(points) end
    rethrow_unless_refused(message)
    return "error ? ?" .. fields.write_points(points)
  end
end

local function exhaust(bytes, lax)
  for _ in utf8.codes(bytes, lax) do end
end

local function label_by_codes(lax)
  return function(bytes)
    local done, message = pcall(exhaust, bytes, lax)
    if done then return "v" end
    rethrow_unless_refused(message)
    return "i"
  end
end

local function encode(line)
  local bytes = {}
  for index, point in ipairs(fields.read_points(line)) do
    local done, character = pcall(utf8.char, point)
    if not done then return "error " .. index - 1 end
    bytes[index] = character
  end
  return "ok " .. fields.write_bytes(table.concat(bytes))
end

-- _VERSION has no release number; the interpreter that runs this has one.
local function release()
  local interpreter <close> = io.popen(arg[-1] .. " -v 2>&1")
  return interpreter:read("a"):match("%d+%.%d+%.%d+") or _VERSION:match("[%d.]+")
end

local version = release()

protocol.serve("lua", {
  {name = "utf8", version = version, offers = {
    {"decode UTF-8 strict", codepoint(false)},
    {"decode-size UTF-8 strict", size(false)},
    {"validate UTF-8 strict", validate(false)},
    {"sweep UTF-8 strict", sweep(label_by_len(false))},
  }},
  {name = "utf8.codes", version = version, offers = {
    {"decode UTF-8 strict", codes(false)},
    {"sweep UTF-8 strict", sweep(label_by_codes(false))},
  }},
  {name = "utf8-lax", version = version, offers = {
    {"decode UTF-8 strict", codepoint(true)},
    {"decode-size UTF-8 strict", size(true)},
    {"validate UTF-8 strict", validate(true)},
    {"sweep UTF-8 strict", sweep(label_by_len(true))},
    {"encode UTF-8 strict", encode},
  }},
  {name = "utf8.codes-lax", version = version, offers = {
    {"decode UTF-8 strict", codes(true)},
    {"sweep UTF-8 strict", sweep(label_by_codes(true))},
  }},
})
