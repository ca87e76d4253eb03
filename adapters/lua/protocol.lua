-- The adapter protocol, version 1: blocks of lines in, a block of answers out.
--
-- A codec is {name =, version =, offers = {{"decode UTF-8 strict", answer}, ...}}; an answer is a function of the data
-- line that returns the answer line. What it throws ends the process, but for what `bad_line` throws.
local protocol = {}

local BUFFER = 1 << 18
local bad = {}

-- A data line that cannot be read, which is no fault of the codec.
function protocol.bad_line(reason)
  error(setmetatable({reason = reason}, bad), 0)
end

local function greeting(adapter, codecs)
  local described = {}
  for _, codec in ipairs(codecs) do
    local offers = {}
    for _, offer in ipairs(codec.offers) do offers[#offers + 1] = '"' .. offer[1] .. '"' end
    described[#described + 1] = string.format(
      '{"name":"%s","version":"%s","offers":[%s]}', codec.name, codec.version, table.concat(offers, ","))
  end
  return string.format('{"protocol":1,"adapter":"%s","codecs":[%s]}', adapter, table.concat(described, ","))
end

local function by_header(codecs)
  local answers = {}
  for _, codec in ipairs(codecs) do
    for _, offer in ipairs(codec.offers) do
      answers[offer[1]:gsub(" ", " " .. codec.name .. " ", 1)] = offer[2]
    end
  end
  return answers
end

local function unknown_header()
  return "failed unknown header"
end

local function answer_or_failure(answer, line)
  local done, result = pcall(answer, line)
  if done then return result end
  if getmetatable(result) == bad then return "failed " .. result.reason end
  error(result, 0)
end

function protocol.serve(adapter, codecs)
  local hello, answers = greeting(adapter, codecs), by_header(codecs)
  local out = io.stdout
  out:setvbuf("full", BUFFER)
  local answer -- of the current block; nil between blocks
  for line in io.lines() do
    line = line:gsub("\r$", "")
    if line == "" then
      if answer then
        out:write("\n")
        out:flush()
      end
      answer = nil
    elseif not answer then
      answer = answers[line] or unknown_header
      if line:find("^hello %d+$") then out:write(hello, "\n") end
    else
      out:write(answer_or_failure(answer, line), "\n")
    end
  end
end

return protocol
