// rooms: store index io
// Any bytes at all as the files of a static store, as they are and with checksums that fit: what is given out
// is of the key's image and kind, whole, and within bounds.
#include <algorithm>
#include <vector>

#include "keep/store/packed.h"
#include "keep/store/sound.h"
#include "keep/store/static_names.h"
#include "keep/store/static_shelf.h"
#include "support/fuzz_require.h"
#include "support/sealed_again.h"

using namespace symkit;

namespace {

ImageId some_id() { return *ImageId::from_bytes(as_bytes("sixteen bytes id")); }

// Every file of it is the same.
class Same final : public store::StaticShelf {
 public:
  explicit Same(Bytes file) : file_(file.begin(), file.end()) {}

  Result<void> put(const store::Key& /*key*/, std::span<const Bytes> /*pieces*/) override {
    return fail("no");
  }
  Result<std::vector<ImageId>> ids(index::Kind /*kind*/) override { return std::vector<ImageId>(); }
  std::string place() const override { return "files"; }
  std::string place_of(const store::Key& key) const override { return store::static_path(key); }
  Result<void> list(const std::function<void(const store::Item&)>& /*visit*/) override { return {}; }
  Result<std::size_t> remove(std::span<const store::Key> /*keys*/) override { return 0; }

 protected:
  std::vector<store::Found> read(std::span<const std::string> paths) override {
    return std::vector<store::Found>(paths.size(), io::blob_of(file_));
  }

 private:
  std::vector<std::uint8_t> file_;
};

void ask(Bytes file) {
  Same shelf(file);
  const auto envelope = index::Envelope::open(file);
  const ImageId id = envelope ? envelope->id() : some_id();
  std::vector<store::Key> keys;
  for (const index::Kind kind : index::kinds) {
    keys.push_back({.id = id, .kind = kind});
    keys.push_back({.id = id, .kind = kind, .part = index::checksum_of(file)});
  }
  const auto found = shelf.get(keys);
  fuzz::require(found.size() == keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (found[i] && *found[i]) fuzz::require(store::check_all(keys[i], (*found[i])->bytes()).has_value());
  (void)shelf.ids_like(id, index::Kind::Native);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes input(data, size);
  ask(input);
  ask(store::packed(input));
  for (const index::Kind kind : index::kinds) ask(test::sealed_again(input, kind, 8, some_id()));
  const auto key = store::read_static_path(as_text(input));
  if (key) fuzz::require(store::static_path(*key) == as_text(input));
  return 0;
}
