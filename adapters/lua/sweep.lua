-- The sweep: every byte string that starts with a prefix, its label by the codec, in run lengths.
local fields = require "fields"
local protocol = require "protocol"

local char = string.char

-- Calls `visit` with all strings that have so many free bytes after the prefix, in lexicographic order.
local function each_string(prefix, free, visit)
  if free == 0 then return visit(prefix) end
  for byte = 0, 255 do each_string(prefix .. char(byte), free - 1, visit) end
end

-- Answers sweep lines. `label` gives "v" for a well-formed string, else "i" or, where the codec tells the offset, "i3".
local function sweep(label)
  return function(line)
    local prefix, free = line:match("^(%S+) ([0-3])$")
    if not prefix then protocol.bad_line("N is 0 to 3") end
    local runs, current, length = {"ok"}, nil, 0
    each_string(fields.read_bytes(prefix), tonumber(free), function(bytes)
      local found = label(bytes)
      if found ~= current and length > 0 then
        runs[#runs + 1] = length .. current
        length = 0
      end
      current = found
      length = length + 1
    end)
    runs[#runs + 1] = length .. current
    return table.concat(runs, " ")
  end
end

return sweep
