#include "find/catalogue/described_file.h"

#include "debug/breakpad/symbols.h"
#include "ground/io/mapped_file.h"
#include "ground/io/unpacked.h"
#include "keep/index/manifest.h"
#include "keep/index/native_index.h"
#include "keep/index/part_table.h"
#include "keep/index/unwind_index.h"

namespace symkit::catalogue {
namespace {

Kind kind_of(const container::Image& image) {
  switch (image.type()) {
    case container::FileType::Executable: return Kind::Executable;
    case container::FileType::SharedLibrary: return Kind::Library;
    case container::FileType::Object: return Kind::Object;
    case container::FileType::DebugCompanion:
      return image.format() == container::Format::MachO ? Kind::Dsym : Kind::DebugFile;
    case container::FileType::Other: break;
  }
  return Kind::Other;
}

// The manifest of an index in parts.
Result<DescribedImage> describe_manifest(Bytes bytes, DescribedImage image) {
  const auto manifest = index::Manifest::open(bytes);
  if (!manifest) return fail(manifest.error());
  image.kind = Kind::Index;
  image.architecture = manifest->facts().architecture;
  return image;
}

// An archive may contain anything, so one without an image is not broken.
Result<std::vector<DescribedImage>> describe_archive(const std::string& path) {
  const auto entries = container::images_in_archive(path, [](const std::string&) {});
  if (!entries) return fail(entries.error());
  std::vector<DescribedImage> all;
  for (const std::string& entry : *entries) {
    const auto file = container::open_file(entry);
    if (!file) continue;
    for (DescribedImage& image : images_of(**file)) {
      image.entry = entry.substr(path.size() + container::entry_mark.size());
      all.push_back(std::move(image));
    }
  }
  return all;
}

Result<DescribedImage> describe_unwind(Bytes bytes, DescribedImage image) {
  const auto unwind = index::UnwindIndex::open(bytes);
  if (!unwind) return fail(unwind.error());
  image.kind = Kind::UnwindIndex;
  image.architecture = unwind->meta().architecture;
  return image;
}

}  // namespace

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::Executable: return "executable";
    case Kind::Library: return "shared library";
    case Kind::Object: return "object file";
    case Kind::DebugFile: return "debug file";
    case Kind::Dsym: return "dSYM";
    case Kind::Index: return "index";
    case Kind::MappingIndex: return "index of a mapping";
    case Kind::SourceMapIndex: return "index of a source map";
    case Kind::UnwindIndex: return "unwind table";
    case Kind::BreakpadSymbols: return "Breakpad symbols";
    case Kind::Other: break;
  }
  return "other";
}

Result<DescribedImage> describe_index(Bytes bytes) {
  const auto envelope = index::Envelope::open(bytes);
  if (!envelope) return fail(envelope.error());
  DescribedImage image{.id = envelope->id()};
  switch (index::kind_of_whole(*envelope)) {
    case index::Kind::Mapping: image.kind = Kind::MappingIndex; return image;
    case index::Kind::SourceMap: image.kind = Kind::SourceMapIndex; return image;
    case index::Kind::Unwind: return describe_unwind(bytes, image);
    case index::Kind::Native:
      if (envelope->kind() == index::Kind::Manifest) return describe_manifest(bytes, image);
      break;
    case index::Kind::Manifest: return fail("is of a kind that this version does not know");
  }
  const auto native = index::NativeIndex::open(bytes);
  if (!native) return fail(native.error());
  image.kind = Kind::Index;
  image.architecture = native->architecture();
  return image;
}

bool may_have_images(std::string_view name, Bytes beginning) {
  if (container::looks_like_image(beginning) || container::looks_like_archive(beginning) ||
      index::looks_like_index(beginning))
    return true;
  if (as_text(beginning).starts_with("MODULE ")) return true;
  const std::string_view unpacked = io::name_unpacked(name);
  return unpacked.size() < name.size() && io::looks_compressed(beginning) &&
         (unpacked.ends_with(".ko") || unpacked.ends_with(".sym") || unpacked.ends_with(".debug"));
}

std::vector<DescribedImage> images_of(const container::File& file) {
  std::vector<DescribedImage> images;
  for (const auto& image : file.images()) {
    const container::Section* info = image->debug_section("debug_info");
    const std::uint64_t debug_bytes = image->format() == container::Format::Pdb ? image->bytes().size()
                                      : info == nullptr                         ? 0
                                                                                : info->size;
    const auto link = image->debug_link();
    images.push_back({image->id().value_or(ImageId{}), image->architecture(), kind_of(*image),
                      image->format() == container::Format::MachO, debug_bytes,
                      std::string(link ? link->file : std::string_view{})});
  }
  return images;
}

std::optional<DescribedImage> describe_symbols(const std::string& path) {
  const auto module = breakpad::recognise(path);
  const auto file = module ? io::MappedFile::open(path) : fail("is none");
  if (!file) return std::nullopt;
  return DescribedImage{.id = module->id,
                        .architecture = module->architecture,
                        .kind = Kind::BreakpadSymbols,
                        .macho = module->system == "mac",
                        .debug_bytes = module->has_lines ? file->bytes().size() : 0};
}

// Most files are images, so that is tried first. A file named like symbols is tried as symbols first, as
// opening it as an image may decompress much in vain.
Result<std::vector<DescribedImage>> describe_file(const std::string& path) {
  const bool called_symbols = !breakpad::image_of(path).empty();
  if (called_symbols)
    if (const auto symbols = describe_symbols(path)) return std::vector{*symbols};
  const auto file = container::open_file(path);
  if (file) return images_of(**file);
  if (!called_symbols)
    if (const auto symbols = describe_symbols(path)) return std::vector{*symbols};
  const auto mapped = io::MappedFile::open(path);
  if (mapped && container::looks_like_archive(mapped->bytes())) return describe_archive(path);
  if (!mapped || !index::looks_like_index(mapped->bytes())) return fail(file.error());
  const auto image = describe_index(mapped->bytes());
  if (!image) return fail(image.error().within(path));
  return std::vector{*image};
}

}  // namespace symkit::catalogue
