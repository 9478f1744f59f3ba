#include "smapresolve/options.h"

#include <charconv>
#include <optional>
#include <unistd.h>

#include "common/unpack_option.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::smapresolve {
namespace {

// LINE:COL, both from 1. Nothing for anything else.
std::optional<sourcemap::Position> read_position(std::string_view text) {
  sourcemap::Position position;
  const char* const begin = text.begin();
  const char* const end = text.end();
  const auto line = std::from_chars(begin, end, position.line);
  if (line.ec != std::errc() || line.ptr == end || *line.ptr != ':') return std::nullopt;
  const auto column = std::from_chars(line.ptr + 1, end, position.column);
  if (column.ec != std::errc() || column.ptr != end || position.line == 0 || position.column == 0)
    return std::nullopt;
  --position.line;
  --position.column;
  return position;
}

// Text that cannot be a mistyped position: whether the file exists is checked when it is opened.
bool looks_like_path(const std::string& operand) { return operand.find_first_of("./") != std::string::npos; }

Result<void> check(Options& options) {
  for (const std::string& operand : options.operands) {
    if (const auto position = read_position(operand)) {
      options.positions.push_back(*position);
    } else if (looks_like_path(operand) || ::access(operand.c_str(), F_OK) == 0) {
      options.logs.push_back(operand);
    } else {
      return fail(
          say("'", operand, "' is not a position (LINE:COL, both from 1), and there is no such file"));
    }
  }
  if (!options.positions.empty() && !options.logs.empty())
    return fail("give positions or logs, not both at once");
  if (options.any_file && options.maps.size() != 1)
    return fail("--any-file uses one map for every frame: name it with --map");
  if (!options.positions.empty() && options.maps.size() != 1)
    return fail("positions need the map of their file: name it with --map");
  return {};
}

}  // namespace

void declare(tools::CommandLine& line, Options& options) {
  line.option("--map", options.maps);
  line.option("--maps", options.folders);
  line.option("--store", options.stores);
  tools::declare_max_unpacked(line);
  line.option("--context", options.context, 1000);
  line.flag("--skip-ignored", options.skip_ignored);
  line.flag("--follow", options.follow);
  line.flag("--raw-paths", options.raw_paths);
  line.flag("--any-file", options.any_file);
  line.flag("--summary", options.summary);
  line.choice("--format", options.format, {{"text", Format::Text}, {"json", Format::Json}});
  line.operands(options.operands);
  line.check([&] { return check(options); });
}

}  // namespace symkit::smapresolve
