// Android frames as crash services print them, each with the image's processor and id:
//   #01 pc 000000000002e63c /data/app/…/libmmkv.so (sync+12) [arm64-v8a::1051e232057f0765b8e39437bade2b4a]
//   pc 0x0000000000022074 libc.so [arm64-v8a::77e6f9ea7bad92cd845bdfb83dcb29d9]
// The id may be cut to 16 bytes, and in Breakpad's order. Addresses count as a tombstone's do.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/pc_frame.h"

namespace symkit::crashlog {
namespace {

// "[arm64-v8a::77e6…]"; services that know no id leave it out.
struct Identity {
  Span where;
  Architecture architecture = Architecture::Unknown;
  ImageId id;
};

std::optional<Identity> find_identity(std::string_view line, std::size_t from) {
  // The brackets around the colons; both searches only move forward, as a line may have very many.
  std::size_t open = std::string_view::npos, close = from, searched = from;
  for (std::size_t at = line.find("::", from); at != std::string_view::npos; at = line.find("::", at + 1)) {
    const std::size_t nearer = line.substr(searched, at - searched).rfind('[');
    if (nearer != std::string_view::npos) open = searched + nearer;
    searched = at;
    if (close <= at) close = line.find(']', at);
    if (close == std::string_view::npos) return std::nullopt;
    if (open == std::string_view::npos) continue;
    const auto architecture = parse_architecture(line.substr(open + 1, at - open - 1));
    if (!architecture) continue;
    const std::string_view digits = line.substr(at + 2, close - at - 2);
    return Identity{{open, close + 1}, *architecture, ImageId::parse(digits).value_or(ImageId{})};
  }
  return std::nullopt;
}

class AndroidBugly : public Format {
 public:
  Marks marks() const override { return {"pc "}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    if (!line.contains("::")) return Found::Nothing;
    const auto take = [&](const PcFrame& found) { return read_frame(line, found, frame); };
    if (find_pc_frame(line, take)) return Found::Frame;
    Scanner at(line, start);
    at.blanks();
    const auto bare = read_pc_frame(line, at.position());
    return bare && take(*bare) ? Found::Frame : Found::Nothing;
  }

 private:
  static bool read_frame(std::string_view line, const PcFrame& found, Frame& frame) {
    const auto identity = find_identity(line, found.behind);
    if (!identity) return false;
    take_pc(found, frame);
    frame.stands_alone = true;
    frame.replaced.end = identity->where.end;
    frame.image.architecture = identity->architecture;
    frame.image.id = identity->id;
    std::string_view path = trimmed(line.substr(found.behind, identity->where.begin - found.behind));
    if (const std::string_view group = last_group(path); group.contains('+'))
      path = trimmed(path.substr(0, path.size() - group.size()));
    take_mapped_path(path, frame);
    return !frame.image.name.empty();
  }
};

}  // namespace

std::unique_ptr<Format> android_bugly() { return std::make_unique<AndroidBugly>(); }

}  // namespace symkit::crashlog
