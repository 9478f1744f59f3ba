#include "files/container/kernel_image.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "files/container/elf_file.h"
#include "files/container/elf_identity.h"
#include "files/container/elf_image.h"
#include "files/container/section_named.h"
#include "files/kernel/banner.h"
#include "files/kernel/boot_image.h"
#include "files/kernel/kallsyms.h"
#include "files/kernel/link_addresses.h"
#include "ground/base/words.h"

namespace symkit::container {
namespace {

using Budget = std::shared_ptr<io::UnpackBudget>;

constexpr std::string_view kernel_section = "__ksymtab_strings";

std::vector<Symbol> symbols_in(const kernel::Kallsyms& table, const std::vector<Section>& sections) {
  std::vector<Symbol> symbols;
  for (const kernel::Symbol& one : table.symbols()) {
    const auto section = std::ranges::find_if(sections, [&](const Section& in) {
      return in.allocated && one.address >= in.address.value && one.address - in.address.value < in.size;
    });
    if (section == sections.end()) continue;
    symbols.push_back({.name = one.name,
                       .address = {one.address},
                       .kind = is_code(one.type) ? SymbolKind::Function : SymbolKind::Data,
                       .binding = one.type < 'a' ? Binding::Global : Binding::Local,
                       .in_code = is_code(one.type) && section->code,
                       .section = static_cast<std::uint32_t>(section - sections.begin())});
  }
  return symbols;
}

// An ELF kernel with its own list of symbols in place of the stripped table.
class ElfKernel final : public Image {
 public:
  ElfKernel(io::Unpacked unpacked, std::unique_ptr<Image> elf)
      : unpacked_(std::move(unpacked)), elf_(std::move(elf)) {}

  Format format() const override { return elf_->format(); }
  FileType type() const override { return elf_->type(); }
  Architecture architecture() const override { return elf_->architecture(); }
  Endian endian() const override { return elf_->endian(); }
  unsigned address_size() const override { return elf_->address_size(); }
  Bytes bytes() const override { return elf_->bytes(); }
  const std::optional<ImageId>& id() const override { return elf_->id(); }
  FileAddress text_base() const override { return elf_->text_base(); }
  const std::vector<Section>& sections() const override { return elf_->sections(); }
  Result<Bytes> contents(const Section& section) const override { return elf_->contents(section); }
  Result<Bytes> contents_as_made(const Section& section, const Ready& ready) const override {
    return elf_->contents_as_made(section, ready);
  }
  Result<std::vector<FileAddress>> function_starts() const override { return elf_->function_starts(); }
  std::optional<DebugLink> debug_link() const override { return elf_->debug_link(); }

  Result<std::vector<Symbol>> symbols() const override {
    std::call_once(once_,
                   [this] { table_ = kernel::Kallsyms::find(elf_->bytes(), endian(), address_size()); });
    return table_ ? symbols_in(*table_, sections()) : elf_->symbols();
  }

 private:
  io::Unpacked unpacked_;
  std::unique_ptr<Image> elf_;
  mutable std::once_flag once_;
  mutable std::optional<kernel::Kallsyms> table_;
};

// A kernel as a memory image: its layout is derived from its symbols.
class FlatKernel final : public Image {
 public:
  // `begin`: its preferred address, if known from elsewhere than its symbols.
  FlatKernel(kernel::BootImage image, kernel::Kallsyms table, std::optional<std::uint64_t> begin)
      : image_(std::move(image)), table_(std::move(table)) {
    base_ = {begin ? *begin : table_.address_of("_text").value_or(table_.symbols().front().address)};
    sections_.emplace_back();
    add_section(".text", "_stext", "_etext", true);
    add_section(".init.text", "_sinittext", "_einittext", true);
    add_section(".rodata", "__start_rodata", "__end_rodata", false);
    add_section(".notes", "__start_notes", "__stop_notes", false);
    add_section(".data", "_sdata", "_edata", false);
    take_id();
  }

  Format format() const override { return Format::Elf; }
  FileType type() const override { return FileType::Executable; }
  Architecture architecture() const override { return image_.architecture; }
  Endian endian() const override { return Endian::Little; }
  unsigned address_size() const override { return 8; }
  Bytes bytes() const override { return image_.kernel; }
  const std::optional<ImageId>& id() const override { return id_; }
  FileAddress text_base() const override { return base_; }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<Bytes> contents(const Section& section) const override { return section.data; }
  Result<std::vector<Symbol>> symbols() const override { return symbols_in(table_, sections_); }
  Result<std::vector<FileAddress>> function_starts() const override { return std::vector<FileAddress>(); }
  std::optional<DebugLink> debug_link() const override { return std::nullopt; }

 private:
  void add_section(std::string_view name, std::string_view from, std::string_view to, bool code) {
    const auto begin = table_.address_of(from), end = table_.address_of(to);
    if (!begin || !end || *begin < base_.value || *end <= *begin) return;
    Section& section = sections_.emplace_back();
    section.name = name;
    section.address = {*begin};
    section.size = *end - *begin;
    section.data = slice(image_.kernel, *begin - base_.value, section.size);
    section.allocated = true;
    section.code = code;
  }

  // Programs that a kernel contains for its processes have notes, too: only its own count.
  void take_id() {
    const Section* notes = section_named(*this, ".notes");
    constexpr std::uint64_t alignment = 4;
    if (notes != nullptr) id_ = elf::build_id_in(notes->data, endian(), alignment);
  }

  kernel::BootImage image_;
  kernel::Kallsyms table_;
  FileAddress base_;
  std::vector<Section> sections_;
  std::optional<ImageId> id_;
};

}  // namespace

Result<std::unique_ptr<Image>> open_kernel(Bytes file, const Budget& budget) {
  auto opened = kernel::open_boot_image(file, *budget);
  if (!opened) return fail(opened.error());
  if (elf::is_elf(opened->kernel)) {
    auto image = elf::open_elf(opened->kernel, budget);
    if (!image) return fail(image.error().within("the kernel in it"));
    return std::make_unique<ElfKernel>(std::move(opened->unpacked), std::move(*image));
  }
  if (opened->architecture == Architecture::Unknown) return fail("is a boot image without a kernel in it");
  auto table = kernel::Kallsyms::find(opened->kernel, Endian::Little, 8);
  if (!table)
    return fail(
        "is a kernel without a list of symbols (CONFIG_KALLSYMS): give its System.map or its vmlinux");
  const auto place = table->unfilled_base()
                         ? kernel::linked_place(opened->kernel, *table->unfilled_base(), table->symbols())
                         : std::nullopt;
  if (!place) return std::make_unique<FlatKernel>(std::move(*opened), std::move(*table), std::nullopt);
  table->fill_base(place->base);
  return std::make_unique<FlatKernel>(std::move(*opened), std::move(*table), place->image);
}

Result<std::unique_ptr<Image>> with_kallsyms(Result<std::unique_ptr<Image>> image) {
  if (!image || !is_kernel(**image)) return image;
  if (section_named(**image, ".symtab") != nullptr) return image;
  return std::make_unique<ElfKernel>(io::Unpacked(), std::move(*image));
}

bool is_kernel(const Image& image) {
  if (image.format() != Format::Elf || image.type() != FileType::Executable) return false;
  return !elf::is_elf(image.bytes()) || section_named(image, kernel_section) != nullptr ||
         section_named(image, ".init.text") != nullptr;
}

std::string kernel_name(const Image& image, const std::string& file_name) {
  const Section* constants = section_named(image, ".rodata");
  Bytes said = constants == nullptr ? Bytes() : constants->data;
  if (said.empty() && !elf::is_elf(image.bytes())) said = image.bytes();
  const std::string release = kernel::release_in(said);
  if (!release.empty()) return "vmlinux-" + release;
  constexpr std::string_view boot = "vmlinuz";
  return file_name.starts_with(boot) ? "vmlinux" + file_name.substr(boot.size()) : file_name;
}

}  // namespace symkit::container
