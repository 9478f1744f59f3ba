// rooms: catalogue
// A cache of ids from nowhere: decoded as it is, then with the magic number, version and checksum that fit,
// so that the check of what the records say of each other is reached. What passes it is read in every part.
#include "find/catalogue/catalogue.h"

#include <cstring>
#include <vector>

#include "keep/index/envelope.h"
#include "support/fuzz_require.h"

using namespace symkit;
using namespace symkit::catalogue;

namespace {

constexpr std::size_t checked_from = 16;

void read_everything(const Snapshot& snapshot) {
  std::size_t images = 0;
  for (const NamedFile& file : files_with_images(snapshot)) {
    images += file.images.size();
    fuzz::require(!file.path.starts_with('/') && !("/" + file.path + "/").contains("/../"));
    for (const DescribedImage& image : file.images) fuzz::require(!name_of(image.kind).empty());
  }
  // Each record is of one file, each file in one folder: nothing is met twice.
  fuzz::require(images == snapshot.images.size());
  std::size_t files = 0;
  for (const FolderRecord& folder : snapshot.folders) files += folder.files.size;
  fuzz::require(files == snapshot.files.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes input(data, size);
  (void)Snapshot::decode(input);
  if (size < checked_from) return 0;
  std::vector<std::uint8_t> sealed(data, data + size);
  const std::uint32_t beginning[] = {0x434d5953, 2};
  const std::uint64_t checksum = index::checksum_of(Bytes(sealed).subspan(checked_from));
  std::memcpy(sealed.data(), beginning, sizeof beginning);
  std::memcpy(sealed.data() + sizeof beginning, &checksum, sizeof checksum);
  const auto snapshot = Snapshot::decode(sealed);
  if (!snapshot) return 0;
  read_everything(*snapshot);
  const std::vector<std::uint8_t> again = snapshot->encode();
  fuzz::require(Snapshot::decode(again).has_value());
  return 0;
}
