#include "symlookup/options.h"

#include <filesystem>
#include <unistd.h>

#include "common/architecture_option.h"
#include "common/log_input.h"
#include "common/path_map.h"
#include "common/progress_option.h"
#include "common/unpack_option.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::symlookup {
namespace {

Result<void> read_number(const std::string& text, std::optional<std::uint64_t>& number) {
  number = read_address(text);
  if (!number) return fail("'" + text + "' is not an address: hexadecimal, with or without 0x");
  return {};
}

Result<void> read_pid(const std::string& text, std::string& pid) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    return fail("'" + text + "' is not a process id");
  pid = text;
  return {};
}

// A folder has source maps; a file is like /proc/PID/maps.
Result<void> read_maps(const std::string& path, Options& options) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) {
    options.map_folders.push_back(path);
  } else if (options.process_maps.empty()) {
    options.process_maps = path;
  } else {
    return fail("give one file like /proc/PID/maps; the log is of one process");
  }
  return {};
}

// Text that cannot be a mistyped address.
bool looks_like_path(const std::string& operand) { return operand.find_first_of("./") != std::string::npos; }

// An operand that is not an address is a log.
Result<void> sort_operands(Options& options) {
  std::vector<std::string> addresses;
  for (std::string& operand : options.addresses) {
    if (read_address(operand)) {
      addresses.push_back(std::move(operand));
    } else if (looks_like_path(operand) || ::access(operand.c_str(), F_OK) == 0) {
      options.logs.push_back(std::move(operand));
    } else {
      return fail(say("'", operand,
                      "' is not an address (hexadecimal, with or without 0x), and there is no such file"));
    }
  }
  options.addresses = std::move(addresses);
  if (options.addresses.empty() || options.logs.empty()) return {};
  const std::string& log = options.logs.front();
  if (const auto binary = tools::kind_of_binary(log); !binary.empty() && options.objects.empty())
    return fail(say(log, " is ", binary, "; for addresses in it: symlookup -o ", log, " ",
                    options.addresses.front()));
  return fail("give addresses or logs, not both at once");
}

Result<void> check(Options& options) {
  if (auto sorted = sort_operands(options); !sorted) return sorted;
  if (options.objects.empty() && options.asks_addresses() && !options.knows_process())
    return fail("name the image of the addresses with -o FILE");
  if (options.objects.empty() && (options.load_address || options.slide || options.addresses_are_offsets))
    return fail("-l, -s and -offset need an image: name it with -o FILE");
  if (options.load_address && options.slide) return fail("-l and -s cannot be used together");
  if (options.addresses_are_offsets && (options.load_address || options.slide))
    return fail("-offset cannot be used together with -l or -s");
  if (!options.process.empty() && !options.process_maps.empty())
    return fail("--pid and --maps cannot be used together");
  if (options.guess && options.objects.empty())
    return fail("--guess needs -o FILE: the image whose addresses are looked for");
  if (options.guess && options.format == Format::Json)
    return fail("--guess writes comments after lines, which --format=json cannot hold");
  if (options.unique && (!options.asks_addresses() || options.knows_process() || options.data))
    return fail("--unique needs -o FILE and addresses in it");
  if (options.data && (!options.asks_addresses() || options.knows_process()))
    return fail("--data needs -o FILE and addresses in it");
  if (options.asks_addresses() && options.format == Format::Protobuf)
    return fail("--format=protobuf is for logs, not for addresses");
  if (options.asks_addresses() && options.names_managed())
    return fail(say(options.mapping.empty() ? "--map" : "--mapping", " is for logs, not for addresses"));
  if (options.format == Format::Protobuf && ::isatty(STDOUT_FILENO) == 1)
    return fail("--format=protobuf writes binary data: redirect it to a file");
  if (options.local && options.no_local) return fail("--local and --no-local cannot be used together");
  return {};
}

}  // namespace

std::optional<std::uint64_t> read_address(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return whole_number<std::uint64_t>(text, 16);
}

void declare(tools::CommandLine& line, Options& options) {
  // main() has already handled it, if it is first.
  line.option("--as", [](const std::string& name) -> Result<void> {
    return fail(say("write --as=", name, " first: all words after it are that tool's options"));
  });
  line.option("-o,--object", options.objects);
  line.option("-arch,--arch",
              [&](const std::string& name) { return tools::read_architecture(name, options.architecture); });
  line.option("-l,--load-address",
              [&](const std::string& text) { return read_number(text, options.load_address); });
  line.option("-s,--slide", [&](const std::string& text) { return read_number(text, options.slide); });
  line.flag("-offset,--offset", options.addresses_are_offsets);
  line.flag("--data", options.data);
  line.flag("-i,--inlines", options.inlined_frames);
  line.flag("-fullPath,--full-path", options.full_path);
  line.option("-d,--delimiter", options.delimiter);
  line.option("-f,--file", options.address_file);
  line.option("--store", options.stores);
  tools::declare_max_unpacked(line);
  line.choice("--prepare", options.preparing,
              {{"auto", intake::Preparing::Auto},
               {"now", intake::Preparing::Now},
               {"later", intake::Preparing::Later},
               {"never", intake::Preparing::Never}});
  line.option("--symbols", options.symbols);
  line.option("--prefix-map",
              [&](const std::string& text) { return tools::read_path_map(text, options.prefix_maps); });
  line.flag("--local", options.local);
  line.flag("--no-local", options.no_local);
  tools::declare_fetching(line, options.fetching);
  tools::declare_keep_downloads(line, options.fetching);
  line.option("--fetch-wait",
              [&](const std::string& text) { return tools::read_wait(text, options.fetch_wait); });
  line.option("--kallsyms", options.kernel_symbols);
  line.option("--maps", [&](const std::string& path) { return read_maps(path, options); });
  line.option("--pid", [&](const std::string& text) { return read_pid(text, options.process); });
  line.flag("--guess", options.guess);
  line.flag("--no-inlines", options.no_inlines);
  line.choice("--folded", options.folded,
              {{"resolve", symbolize::FoldedNames::Resolve},
               {"all", symbolize::FoldedNames::All},
               {"first", symbolize::FoldedNames::First}});
  line.option("--context", options.sources.lines, 1000);
  line.option("--source-root", options.sources.roots);
  line.option("--path-map",
              [&](const std::string& text) { return tools::read_path_map(text, options.sources.path_maps); });
  line.choice("--format", options.format,
              {{"atos", Format::Atos},
               {"llvm", Format::Llvm},
               {"json", Format::Json},
               {"protobuf", Format::Protobuf}});
  line.option("--mapping", options.mapping);
  line.option("--map", options.maps);
  line.flag("--no-demangle", options.mangled_names);
  line.flag("--summary", options.summary);
  line.flag("--unique", options.unique);
  tools::declare_progress(line, options.progress);
  line.operands(options.addresses);
  line.check([&] { return check(options); });
}

}  // namespace symkit::symlookup
