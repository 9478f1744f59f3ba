#include "catalogue/described_file.h"

#include "index/native_index.h"
#include "io/mapped_file.h"

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
    case Kind::Other: break;
  }
  return "other";
}

Result<DescribedImage> describe_index(Bytes bytes) {
  const auto envelope = index::Envelope::open(bytes);
  if (!envelope) return fail(envelope.error());
  DescribedImage image{.id = envelope->id()};
  switch (envelope->kind()) {
    case index::Kind::Mapping: image.kind = Kind::MappingIndex; return image;
    case index::Kind::SourceMap: image.kind = Kind::SourceMapIndex; return image;
    case index::Kind::Native: break;
  }
  const auto native = index::NativeIndex::open(bytes);
  if (!native) return fail(native.error());
  image.kind = Kind::Index;
  image.architecture = native->architecture();
  return image;
}

bool may_have_images(Bytes beginning) {
  return container::looks_like_image(beginning) || index::looks_like_index(beginning);
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

// Images are what there is most of: an index is looked for where there is none.
Result<std::vector<DescribedImage>> describe_file(const std::string& path) {
  const auto file = container::open_file(path);
  if (file) return images_of(**file);
  const auto mapped = io::MappedFile::open(path);
  if (!mapped || !index::looks_like_index(mapped->bytes())) return fail(file.error());
  const auto image = describe_index(mapped->bytes());
  if (!image) return fail(image.error().within(path));
  return std::vector{*image};
}

}  // namespace symkit::catalogue
