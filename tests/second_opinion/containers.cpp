// Opens every image among the files and folders given with our reader and with LIEF, and holds sections, ids,
// symbols and function starts against each other. Prints each difference; any makes it fail.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "files/container/open.h"
#include "ground/base/words.h"
#include "second_opinion/opinion.h"

namespace fs = std::filesystem;
using namespace symkit;

namespace {

// LIEF copies all there is, several times: beyond this it takes minutes and gigabytes.
constexpr std::uintmax_t largest = 64 << 20;

struct Tally {
  int compared = 0;
  int skipped = 0;
  int differences = 0;
};

// Single files that LIEF 0.9 reads wrongly; the reason is printed instead of a comparison.
struct Exception {
  std::string_view name_part;
  std::string_view reason;
};
constexpr std::array<Exception, 0> exceptions{};

class Comparison {
 public:
  Comparison(std::string path, Tally& tally) : path_(std::move(path)), tally_(tally) {}

  void compare(const container::Image& ours, const opinion::Description& theirs) {
    compare_id(ours, theirs);
    compare_sections(ours, theirs);
    compare_symbols(ours, theirs);
    compare_starts(ours, theirs);
  }

  void differ(const std::string& what) {
    if (shown_++ < 5) std::printf("%s: %s\n", path_.c_str(), what.c_str());
    ++tally_.differences;
  }

 private:
  // LIEF looks for notes in segments only, which object files and some debug companions lack.
  void compare_id(const container::Image& ours, const opinion::Description& theirs) {
    const std::string id = ours.id() ? ours.id()->hex() : "";
    if (!theirs.id.empty() && theirs.id != id) differ(say("id ", id, ", LIEF: ", theirs.id));
    if (theirs.id.empty() && !id.empty() && ours.format() == container::Format::MachO)
      differ("LIEF finds no UUID");
  }

  void compare_sections(const container::Image& ours, const opinion::Description& theirs) {
    const auto& sections = ours.sections();
    if (sections.size() != theirs.sections.size())
      return differ(say(sections.size(), " sections, LIEF: ", theirs.sections.size()));
    for (std::size_t i = 0; i < sections.size(); ++i) compare_section(ours, sections[i], theirs.sections[i]);
  }

  void compare_section(const container::Image& image, const container::Section& ours,
                       const opinion::Section& theirs) {
    if (ours.name != theirs.name) return differ(say("section ", ours.name, ", LIEF: ", theirs.name));
    // Sections of Mach-O objects name their segments themselves; LIEF says which segment lists them: one
    // without a name.
    if (ours.segment != theirs.segment && !theirs.segment.empty())
      differ(say(ours.name, ": segment ", ours.segment, ", LIEF: ", theirs.segment));
    // In ELF objects all addresses are 0 until we lay the sections out.
    const bool laid_out =
        image.type() == container::FileType::Object && image.format() == container::Format::Elf;
    if (!laid_out && ours.address.value != theirs.address)
      differ(say(ours.name, ": address ", hex(ours.address.value), ", LIEF: ", hex(theirs.address)));
    // LIEF's size is that of what is stored: compression header and compressed data.
    if (ours.compression == container::Compression::None && ours.size != theirs.size)
      differ(say(ours.name, ": size ", ours.size, ", LIEF: ", theirs.size));
    compare_data(image, ours, theirs);
  }

  void compare_data(const container::Image& image, const container::Section& ours,
                    const opinion::Section& theirs) {
    // LIEF takes what a dSYM only mentions, and zero-fill, from wherever their offsets point.
    if (ours.data.empty() && image.format() == container::Format::MachO) return;
    if (ours.data.size() > theirs.data.size()) return differ(say(ours.name, ": more data than LIEF has"));
    // What LIEF has more is the compression header.
    const std::size_t header = theirs.data.size() - ours.data.size();
    if (header != 0 && ours.compression == container::Compression::None)
      return differ(say(ours.name, ": ", header, " bytes of data less than LIEF has"));
    if (!std::equal(ours.data.begin(), ours.data.end(),
                    theirs.data.begin() + static_cast<std::ptrdiff_t>(header)))
      differ(say(ours.name, ": other data than LIEF's"));
  }

  // As sorted lists: LIEF keeps symbols in an order of its own.
  void compare_symbols(const container::Image& image, const opinion::Description& theirs) {
    const auto symbols = image.symbols();
    if (!symbols) return differ(symbols.error().message);
    std::vector<opinion::Symbol> mine;
    for (const container::Symbol& symbol : *symbols)
      mine.push_back({std::string(symbol.name), address_in_section(image, symbol), symbol.size});
    std::vector<opinion::Symbol> other = theirs.symbols;
    std::ranges::sort(mine);
    std::ranges::sort(other);
    if (mine.size() != other.size()) differ(say(mine.size(), " symbols, LIEF: ", other.size()));
    for (std::size_t i = 0; i < std::min(mine.size(), other.size()); ++i) {
      if (mine[i] == other[i]) continue;
      return differ(say("symbol ", mine[i].name, " at ", hex(mine[i].address), " size ", mine[i].size,
                        ", LIEF: ", other[i].name, " at ", hex(other[i].address), " size ", other[i].size));
    }
  }

  // LIEF leaves the values of ELF objects as they are: offsets in their sections.
  static std::uint64_t address_in_section(const container::Image& image, const container::Symbol& symbol) {
    const bool laid_out =
        image.type() == container::FileType::Object && image.format() == container::Format::Elf;
    return symbol.address.value - (laid_out ? image.sections()[symbol.section].address.value : 0);
  }

  void compare_starts(const container::Image& image, const opinion::Description& theirs) {
    const auto starts = image.function_starts();
    if (!starts) return differ(starts.error().message);
    const bool same = std::ranges::equal(*starts, theirs.function_starts, {}, &FileAddress::value);
    if (!same)
      differ(
          say(starts->size(), " function starts, LIEF: ", theirs.function_starts.size(), ", or other ones"));
  }

  std::string path_;
  Tally& tally_;
  int shown_ = 0;
};

std::string beginning_of(const fs::path& path) {
  std::string beginning(16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(beginning.data(), 16);
  beginning.resize(static_cast<std::size_t>(file.gcount()));
  return beginning;
}

bool is_image(const fs::path& path) { return container::looks_like_image(as_bytes(beginning_of(path))); }

bool has_wide_fat_header(const fs::path& path) { return beginning_of(path).starts_with("\xca\xfe\xba\xbf"); }

std::vector<opinion::Description> ask_lief(const std::string& path, container::Format format) {
  try {
    return format == container::Format::Elf ? opinion::ask_lief_elf(path) : opinion::ask_lief_macho(path);
  } catch (const std::exception& problem) {
    std::printf("%s: LIEF gives up: %s\n", path.c_str(), problem.what());
    return {};
  }
}

// Why LIEF 0.9 cannot be asked about a file; empty where it can.
std::string_view reason_to_skip(const std::string& path, const container::Image& image) {
  const auto exception = std::ranges::find_if(
      exceptions, [&](const Exception& e) { return path.find(e.name_part) != path.npos; });
  if (exception != exceptions.end()) return exception->reason;
  if (fs::file_size(path) > largest) return "too large for LIEF";
  if (has_wide_fat_header(path)) return "LIEF 0.9 does not know fat headers of 64 bits";
  if (image.format() != container::Format::MachO && image.format() != container::Format::Elf)
    return "LIEF is asked about ELF and Mach-O";
  const auto is_mini = [](const container::Section& section) { return section.name == ".gnu_debugdata"; };
  if (std::ranges::any_of(image.sections(), is_mini)) return "LIEF does not read MiniDebugInfo";
  if (image.format() == container::Format::MachO && image.endian() == Endian::Big)
    return "LIEF 0.9 finds nothing in a big-endian Mach-O";
  return {};
}

void compare_file(const std::string& path, Tally& tally) {
  Comparison comparison(path, tally);
  const auto file = container::open_file(path);
  if (!file) return comparison.differ(file.error().message);
  const auto& images = (*file)->images();
  if (const std::string_view reason = reason_to_skip(path, *images[0]); !reason.empty()) {
    std::printf("%s: not compared: %s\n", path.c_str(), std::string(reason).c_str());
    ++tally.skipped;
    return;
  }
  const auto opinions = ask_lief(path, images[0]->format());
  if (images.size() != opinions.size())
    return comparison.differ(say(images.size(), " images, LIEF: ", opinions.size()));
  for (std::size_t i = 0; i < images.size(); ++i) comparison.compare(*images[i], opinions[i]);
  ++tally.compared;
}

void walk(const fs::path& root, Tally& tally) {
  if (!fs::is_directory(root)) {
    if (fs::is_regular_file(root) && is_image(root)) compare_file(root, tally);
    return;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file() && !entry.is_symlink() && is_image(entry.path()))
      compare_file(entry.path(), tally);
}

}  // namespace

int main(int argc, char** argv) {
  Tally tally;
  for (int i = 1; i < argc; ++i) walk(argv[i], tally);
  std::printf("%d files compared, %d skipped, %d differences\n", tally.compared, tally.skipped,
              tally.differences);
  if (tally.compared == 0) std::puts("note: there was nothing to compare");
  return tally.differences == 0 ? 0 : 1;
}
