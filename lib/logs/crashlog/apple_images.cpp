#include "logs/crashlog/apple_images.h"

#include <algorithm>
#include <array>

#include "ground/base/address.h"
#include "ground/base/one_of.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// "0x102230000 - 0x102237fff "; spindump does not always know the end: "0x102230000 - ??? ".
struct Range {
  Number begin;
  std::optional<Number> last;
};

std::optional<Range> read_range(Scanner& at) {
  at.blanks();
  at.literal('*');  // spindump's mark of the kernel's images
  const auto begin = at.prefixed_hex();
  if (!begin || at.blanks() == 0 || !at.literal('-') || at.blanks() == 0) return std::nullopt;
  Range range{*begin, at.prefixed_hex()};
  if (!range.last && !at.literal("???")) return std::nullopt;
  if (at.blanks() == 0) return std::nullopt;
  return range;
}

bool is_group(std::string_view text) { return text.ends_with(')') && text.contains(" ("); }

// "[+]Name with blanks arm64", "com.example.App (1.4 - 128)", "dyld 97.1 (???)". If there is a path, its
// last part is the name: the description may have the bundle's.
void take_description(std::string_view text, ListedImage& image) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (is_group(text)) text = trimmed(text.substr(0, text.rfind(" (")));
  const std::size_t blank = last_of<" \t">(text);
  if (blank != std::string_view::npos) {
    if (const auto architecture = parse_architecture(text.substr(blank + 1))) {
      image.architecture = *architecture;
      text = trimmed(text.substr(0, blank));
    }
  }
  const std::string_view from_path = base_name(image.path);
  image.name = from_path.empty() ? text : from_path;
}

// "<uuid> /path" after the description, or only the path. False if the line has neither.
bool take_identity(Scanner& at, ListedImage& image) {
  const std::string_view rest = at.rest();
  const std::size_t open = rest.find('<');
  const std::size_t close = open == std::string_view::npos ? open : rest.find('>', open);
  std::string_view description = rest;
  if (close != std::string_view::npos) {
    description = rest.substr(0, open);
    image.id = ImageId::parse(rest.substr(open + 1, close - open - 1)).value_or(ImageId{});
    image.path = trimmed(rest.substr(close + 1));
  } else if (const std::size_t slash = rest.find(" /"); slash != std::string_view::npos) {
    description = rest.substr(0, slash);
    image.path = trimmed(rest.substr(slash));
  } else {
    return false;
  }
  if (image.path == "???") image.path.clear();
  // Apple's id for an image that is not known.
  if (std::ranges::all_of(image.id.bytes(), [](std::uint8_t byte) { return byte == 0; })) image.id = {};
  take_description(trimmed(description), image);
  return !image.name.empty();
}

}  // namespace

bool read_apple_image(std::string_view line, std::size_t start, Report& report) {
  Scanner at(line, start);
  const auto range = read_range(at);
  ListedImage image;
  if (!range || !take_identity(at, image)) return false;
  if (!range->begin.fits || (range->last && !range->last->fits)) {
    report.skip_image(address_too_large);
  } else if (image.name == "???") {
    report.skip_image();  // covers all memory that is in no image
  } else if (range->last && range->last->value < range->begin.value) {
    report.skip_image("an image's addresses end before they begin");
  } else {
    image.begin = range->begin.value;
    // If an image ends with the last byte of memory, its end is not known.
    image.end = range->last ? range->last->value + 1 : 0;
    report.add_image(std::move(image));
  }
  return true;
}

Architecture apple_code_type(std::string_view text) {
  struct Name {
    std::string_view text;
    Architecture architecture;
  };
  constexpr std::array names = {Name{"ARM-64", Architecture::Arm64},  Name{"ARM64", Architecture::Arm64},
                                Name{"X86-64", Architecture::X86_64}, Name{"X86", Architecture::X86},
                                Name{"ARM", Architecture::Armv7},     Name{"PPC-64", Architecture::Ppc64},
                                Name{"PPC", Architecture::Ppc}};
  for (const Name& name : names)
    if (text.starts_with(name.text)) return name.architecture;
  return parse_architecture(text.substr(0, text.find(' '))).value_or(Architecture::Unknown);
}

const ListedImage* apple_image_holding(std::uint64_t address, Report& report) {
  if (const ListedImage* image = report.image_holding(address)) return image;
  // Some writers leave the signature in the address, and arm64 in the header may mean arm64e.
  const std::uint64_t plain = without_signature({address}, Architecture::Arm64e).value;
  const bool signs = report.architecture() == Architecture::Arm64 ||
                     report.architecture() == Architecture::Arm64e ||
                     report.architecture() == Architecture::Unknown;
  return plain == address || !signs ? nullptr : report.image_holding(plain);
}

bool is_readable_symbol(std::string_view symbol) {
  return !symbol.empty() && symbol != "???" && symbol != "<redacted>" && symbol != "_mh_execute_header" &&
         !symbol.starts_with("__hidden#") && !symbol.starts_with("___lldb_unnamed_symbol");
}

}  // namespace symkit::crashlog
