#include "files/container/open.h"

#include <filesystem>
#include <functional>

#include "files/archive/cabinet.h"
#include "files/archive/entry_path.h"
#include "files/archive/zip_directory.h"
#include "files/container/elf_file.h"
#include "files/container/elf_image.h"
#include "files/container/fat.h"
#include "files/container/kernel_image.h"
#include "files/container/macho_file.h"
#include "files/container/macho_image.h"
#include "files/container/other_formats.h"
#include "files/container/pdb_image.h"
#include "files/container/pe_file.h"
#include "files/container/pe_image.h"
#include "files/container/wasm_image.h"
#include "files/kernel/boot_image.h"
#include "files/pdb/msf.h"
#include "ground/base/wasm_sections.h"
#include "ground/base/words.h"
#include "ground/io/beginning.h"
#include "ground/io/mapped_file.h"
#include "ground/io/unpacked.h"

namespace symkit::container {
namespace {

using Images = std::vector<std::unique_ptr<Image>>;
using Budget = std::shared_ptr<io::UnpackBudget>;  // one for all images of a file

// Owns the bytes of a file. If none of these is set, the caller does.
struct Owner {
  io::MappedFile mapped = {};
  io::Unpacked unpacked = {};  // if the file is compressed
  io::SharedBlob entry = {};   // if it is in an archive or a cabinet
  std::string called = {};     // its name in a cabinet, if that differs from the path
  std::optional<ArchiveMember> archive_place = {};
};

class OpenedFile final : public File {
 public:
  OpenedFile(std::string path, Bytes bytes, Owner owner, Images images)
      : path_(std::move(path)), bytes_(bytes), owner_(std::move(owner)), images_(std::move(images)) {}

  const std::string& path() const override { return path_; }
  std::string name() const override;
  const Images& images() const override { return images_; }
  Bytes bytes() const override { return bytes_; }
  const std::optional<ArchiveMember>& archive_place() const override { return owner_.archive_place; }
  void release_pages(std::size_t part, std::size_t parts) const override {
    const Bytes mapped = owner_.mapped.bytes();
    const std::size_t begin = mapped.size() / parts * part;
    owner_.mapped.release(
        mapped.subspan(begin, part + 1 == parts ? mapped.size() - begin : mapped.size() / parts));
  }
  void release_pages(Bytes part) const override {
    const Bytes mapped = owner_.mapped.bytes();
    const bool is_own = !std::less()(part.data(), mapped.data()) &&
                        !std::less()(mapped.data() + mapped.size(), part.data() + part.size());
    if (is_own) owner_.mapped.release(part);
  }

 private:
  std::string path_;
  Bytes bytes_;
  Owner owner_;
  Images images_;
};

// A file below .build-id is named by its id; usually it is a link to one with a proper name.
std::string OpenedFile::name() const {
  std::string path = path_;
  std::error_code ignored;
  if (path.contains(".build-id/"))
    if (const auto target = std::filesystem::canonical(path, ignored); !ignored) path = target;
  std::string_view name = path;
  name.remove_prefix(path.find_last_of('/') + 1);
  if (!owner_.called.empty()) name = owner_.called;
  if (!owner_.unpacked.bytes().empty()) name = io::name_unpacked(name);
  const std::string called(image_name_of(name));
  return images_.size() == 1 && is_kernel(*images_.front()) ? kernel_name(*images_.front(), called) : called;
}

Result<Images> one_image(Result<std::unique_ptr<Image>> image) {
  if (!image) return std::unexpected(image.error());
  Images images;
  images.push_back(std::move(*image));
  return images;
}

Result<Images> open_fat(Bytes bytes, const Budget& budget) {
  const auto slices = macho::read_slices(bytes);
  if (!slices) return std::unexpected(slices.error());
  Images images;
  for (const macho::Slice& slice : *slices) {
    auto image = macho::is_macho(slice.bytes) ? macho::open_macho(slice.bytes, budget)
                                              : fail(describe_other(slice.bytes));
    if (!image) return std::unexpected(image.error().within(say(name_of(slice.architecture), " slice")));
    images.push_back(std::move(*image));
  }
  return images;
}

// `beside`: a path whose folder is searched for companion files.
Result<Images> open_images(Bytes bytes, const Budget& budget, const std::string& beside) {
  if (elf::is_elf(bytes)) return one_image(with_kallsyms(elf::open_elf(bytes, budget)));
  if (kernel::is_boot_image(bytes)) return one_image(open_kernel(bytes, budget));
  if (macho::is_macho(bytes)) return one_image(macho::open_macho(bytes, budget));
  if (macho::is_fat(bytes)) return open_fat(bytes, budget);
  if (pe::is_pe(bytes)) return one_image(pe::open_pe(bytes, beside));
  if (pdb::is_msf(bytes)) return one_image(open_pdb(bytes));
  if (is_wasm(bytes)) return one_image(wasm::open_wasm(bytes));
  return fail(describe_other(bytes));
}

Result<std::unique_ptr<File>> open_with(Bytes bytes, const std::string& path, Owner owner,
                                        const Budget& budget) {
  const bool is_file = !owner.mapped.bytes().empty() || !owner.unpacked.bytes().empty();
  auto images = open_images(bytes, budget, is_file ? path : std::string());
  if (!images) return std::unexpected(images.error().within(path));
  return std::make_unique<OpenedFile>(path, bytes, std::move(owner), std::move(*images));
}

Result<std::unique_ptr<File>> open_in_archive(const std::string& path, const Budget& budget) {
  auto opened = archive::open_entry(path, *budget);
  if (!opened) return std::unexpected(opened.error());
  const Bytes bytes = opened->content->bytes();
  Owner owner{.entry = std::move(opened->content),
              .archive_place = ArchiveMember{std::move(opened->archive), opened->place}};
  return open_with(bytes, path, std::move(owner), budget);
}

Result<std::unique_ptr<File>> open_cabinet(Bytes bytes, const std::string& path, const Budget& budget) {
  auto unpacked = archive::unpack_cabinet(bytes, *budget);
  if (!unpacked) return fail(unpacked.error().within(path));
  const Bytes content = unpacked->content->bytes();
  return open_with(content, path,
                   {.entry = std::move(unpacked->content), .called = std::move(unpacked->name)}, budget);
}

}  // namespace

std::string_view image_name_of(std::string_view file_name) {
  constexpr std::string_view debug = ".debug";
  if (file_name.size() > debug.size() && file_name.ends_with(debug)) file_name.remove_suffix(debug.size());
  for (const std::string_view ending : {".so.dbg", ".so.sym"})
    if (file_name.size() > ending.size() && file_name.ends_with(ending)) file_name.remove_suffix(4);
  return file_name;
}

bool looks_like_image(Bytes beginning) {
  return elf::is_elf(beginning) || macho::is_macho(beginning) || macho::is_fat(beginning) ||
         pe::is_pe(beginning) || is_wasm(beginning) || pdb::is_msf(beginning) ||
         kernel::is_boot_image(beginning) || archive::looks_like_cabinet(beginning);
}

bool leads_into_archive(const std::string& path) { return archive::leads_into_archive(path); }

bool looks_like_archive(Bytes beginning) { return archive::looks_like_zip(beginning); }

bool is_archive(const std::string& path) {
  if (!leads_into_archive(path)) return looks_like_archive(io::Beginning(path).bytes());
  io::UnpackBudget budget;
  const auto entry = archive::open_entry(path, budget);
  return entry && looks_like_archive(entry->content->bytes());
}

Result<std::unique_ptr<File>> open_file(const std::string& path) {
  return open_file(path, std::make_shared<io::UnpackBudget>());
}

Result<std::unique_ptr<File>> open_file(const std::string& path,
                                        const std::shared_ptr<io::UnpackBudget>& budget) {
  if (leads_into_archive(path)) return open_in_archive(path, budget);
  auto mapped = io::MappedFile::open(path);
  if (!mapped) return std::unexpected(mapped.error());
  const Bytes bytes = mapped->bytes();
  budget->stored_also(bytes.size());
  if (archive::looks_like_cabinet(bytes)) return open_cabinet(bytes, path, budget);
  if (!io::looks_compressed(bytes)) return open_with(bytes, path, {.mapped = std::move(*mapped)}, budget);
  auto unpacked = io::Unpacked::read(path, *budget);
  if (!unpacked) return std::unexpected(unpacked.error());
  const Bytes content = unpacked->bytes();
  return open_with(content, path, {.unpacked = std::move(*unpacked)}, budget);
}

Result<std::unique_ptr<File>> open_bytes(Bytes bytes, const std::string& path,
                                         const std::shared_ptr<io::UnpackBudget>& budget) {
  budget->stored_also(bytes.size());
  return open_with(bytes, path, {}, budget);
}

}  // namespace symkit::container
