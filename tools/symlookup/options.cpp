#include "symlookup/options.h"

#include <charconv>

#include "common/architecture_option.h"

namespace symkit::symlookup {
namespace {

Result<void> read_number(const std::string& text, std::optional<std::uint64_t>& number) {
  number = read_address(text);
  if (!number) return fail("'" + text + "' is no address: hexadecimal, with or without 0x");
  return {};
}

Result<void> check(const Options& options) {
  if (options.objects.empty()) return fail("say with -o which image the addresses are of");
  if (options.load_address && options.slide) return fail("-l and -s say the same: give one of them");
  if (options.addresses_are_offsets && (options.load_address || options.slide))
    return fail("-offset needs neither -l nor -s");
  for (const std::string& address : options.addresses)
    if (!read_address(address))
      return fail("'" + address + "' is no address: hexadecimal, with or without 0x");
  return {};
}

}  // namespace

std::optional<std::uint64_t> read_address(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void declare(tools::CommandLine& line, Options& options) {
  line.option("-o,--object", options.objects);
  line.option("-arch,--arch",
              [&](const std::string& name) { return tools::read_architecture(name, options.architecture); });
  line.option("-l,--load-address",
              [&](const std::string& text) { return read_number(text, options.load_address); });
  line.option("-s,--slide", [&](const std::string& text) { return read_number(text, options.slide); });
  line.flag("-offset,--offset", options.addresses_are_offsets);
  line.flag("-i,--inlines", options.inlined_frames);
  line.flag("-fullPath,--full-path", options.full_path);
  line.option("-d,--delimiter", options.delimiter);
  line.option("-f,--file", options.address_file);
  line.option("--store", options.store);
  line.choice("--format", options.format,
              {{"atos", Format::Atos}, {"llvm", Format::Llvm}, {"json", Format::Json}});
  line.flag("--no-demangle", options.mangled_names);
  line.flag("--summary", options.summary);
  line.operands(options.addresses);
  line.check([&] { return check(options); });
}

}  // namespace symkit::symlookup
