#include "syminfo/contents_opinion.h"

#include "ground/base/words.h"

namespace symkit::syminfo {
namespace {

void hold(Opinion& opinion, std::string what, std::string ours, std::string theirs) {
  if (ours == theirs) {
    opinion.agreed.push_back(std::move(what));
  } else {
    opinion.differing.push_back({std::move(what), std::move(ours), std::move(theirs)});
  }
}

std::string place(std::string_view name, std::uint64_t address) { return say(name, " at ", hex(address)); }

// The first section that differs. Sections of ELF object files have no addresses until we assign them.
void compare_sections(const container::Image& image, const details::Details& theirs, Opinion& opinion) {
  const auto& sections = image.sections();
  const bool is_object =
      image.type() == container::FileType::Object && image.format() == container::Format::Elf;
  if (sections.size() != theirs.sections.size())
    return hold(opinion, "sections", say(sections.size()), say(theirs.sections.size()));
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const details::SectionOpinion& other = theirs.sections[i];
    const std::uint64_t address = is_object ? other.address : sections[i].address.value;
    if (sections[i].name != other.name || address != other.address)
      return hold(opinion, "sections", place(sections[i].name, address), place(other.name, other.address));
  }
  opinion.agreed.emplace_back("sections");
}

// The table from which names are taken, among those that are not compressed.
const survey::SymbolTable* main_table(const survey::Survey& ours) {
  const survey::SymbolTable* main = nullptr;
  for (const survey::SymbolTable& table : ours.symbols)
    if (table.name != ".gnu_debugdata" && (main == nullptr || main->name == ".dynsym")) main = &table;
  return main;
}

}  // namespace

Opinion compare(const container::Image& image, const survey::Survey& ours, const details::Details& theirs,
                bool with_symbols) {
  Opinion opinion;
  const bool is_macho = image.format() == container::Format::MachO;
  // In ELF, LIEF finds notes only through segments, which object files and some debug files lack.
  if (image.id() && (is_macho || !theirs.id.empty())) hold(opinion, "id", image.id()->hex(), theirs.id);
  compare_sections(image, theirs, opinion);
  const survey::SymbolTable* table = main_table(ours);
  if (table != nullptr && with_symbols)
    hold(opinion, "symbols", say(table->direct + table->indirect), say(theirs.symbols));
  if (ours.function_starts)
    hold(opinion, "function starts", say(*ours.function_starts), say(theirs.function_starts));
  return opinion;
}

}  // namespace symkit::syminfo
