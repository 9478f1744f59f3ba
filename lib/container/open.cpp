#include "container/open.h"

#include <filesystem>

#include "base/words.h"
#include "container/elf_file.h"
#include "container/elf_image.h"
#include "container/fat.h"
#include "container/macho_file.h"
#include "container/macho_image.h"
#include "container/other_formats.h"
#include "container/pdb_image.h"
#include "container/pe_file.h"
#include "container/pe_image.h"
#include "io/mapped_file.h"
#include "io/unpacked.h"
#include "pdb/msf.h"

namespace symkit::container {
namespace {

using Images = std::vector<std::unique_ptr<Image>>;
using Budget = std::shared_ptr<io::UnpackBudget>;  // one for all images of a file

class OpenedFile final : public File {
 public:
  OpenedFile(std::string path, io::MappedFile mapped, io::Unpacked unpacked, Images images)
      : path_(std::move(path)),
        mapped_(std::move(mapped)),
        unpacked_(std::move(unpacked)),
        images_(std::move(images)) {}

  const std::string& path() const override { return path_; }
  std::string name() const override;
  const Images& images() const override { return images_; }
  void release_pages(std::size_t part, std::size_t parts) const override {
    const std::size_t size = mapped_.bytes().size();
    const std::size_t begin = size / parts * part;
    mapped_.release(mapped_.bytes().subspan(begin, part + 1 == parts ? size - begin : size / parts));
  }

 private:
  std::string path_;
  io::MappedFile mapped_;  // empty where the bytes are somebody else's
  io::Unpacked unpacked_;  // instead, where the file was compressed
  Images images_;
};

// A file below .build-id is called by its id; mostly it is a link to one that has a name.
std::string OpenedFile::name() const {
  std::string path = path_;
  std::error_code ignored;
  if (path.contains(".build-id/"))
    if (const auto target = std::filesystem::canonical(path, ignored); !ignored) path = target;
  std::string name = path.substr(path.find_last_of('/') + 1);
  const auto drop = [&](std::string_view suffix) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) name.erase(name.size() - suffix.size());
  };
  if (!unpacked_.bytes().empty())
    for (const std::string_view suffix : {".gz", ".xz", ".zst", ".bz2"}) drop(suffix);
  drop(".debug");
  return name;
}

Budget budget_of(std::size_t file_size) {
  auto budget = std::make_shared<io::UnpackBudget>();
  budget->stored(file_size);
  return budget;
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

// `beside`: the path of a file that others may lie beside.
Result<Images> open_images(Bytes bytes, const Budget& budget, const std::string& beside) {
  if (elf::is_elf(bytes)) return one_image(elf::open_elf(bytes, budget));
  if (macho::is_macho(bytes)) return one_image(macho::open_macho(bytes, budget));
  if (macho::is_fat(bytes)) return open_fat(bytes, budget);
  if (pe::is_pe(bytes)) return one_image(pe::open_pe(bytes, beside));
  if (pdb::is_msf(bytes)) return one_image(open_pdb(bytes));
  return fail(describe_other(bytes));
}

Result<std::unique_ptr<File>> open_with(Bytes bytes, const std::string& path, io::MappedFile mapped,
                                        io::Unpacked unpacked, const Budget& budget) {
  const bool is_file = !mapped.bytes().empty() || !unpacked.bytes().empty();
  auto images = open_images(bytes, budget, is_file ? path : std::string());
  if (!images) return std::unexpected(images.error().within(path));
  return std::make_unique<OpenedFile>(path, std::move(mapped), std::move(unpacked), std::move(*images));
}

}  // namespace

bool looks_like_image(Bytes beginning) {
  return elf::is_elf(beginning) || macho::is_macho(beginning) || macho::is_fat(beginning) ||
         pe::is_pe(beginning) || pdb::is_msf(beginning);
}

Result<std::unique_ptr<File>> open_file(const std::string& path) {
  auto mapped = io::MappedFile::open(path);
  if (!mapped) return std::unexpected(mapped.error());
  const Bytes bytes = mapped->bytes();
  const Budget budget = budget_of(bytes.size());
  if (!io::looks_compressed(bytes)) return open_with(bytes, path, std::move(*mapped), {}, budget);
  auto unpacked = io::Unpacked::read(path, *budget);
  if (!unpacked) return std::unexpected(unpacked.error());
  const Bytes content = unpacked->bytes();
  return open_with(content, path, {}, std::move(*unpacked), budget);
}

Result<std::unique_ptr<File>> open_bytes(Bytes bytes, const std::string& path) {
  return open_with(bytes, path, {}, {}, budget_of(bytes.size()));
}

}  // namespace symkit::container
