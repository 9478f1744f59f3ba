#include "files/jit/jit_dump.h"

#include <algorithm>
#include <map>

#include "ground/base/cursor.h"

namespace symkit::jit {
namespace {

constexpr std::string_view magic_little = "DTiJ", magic_big = "JiTD";
constexpr std::size_t size_of_header = 40, size_of_record_header = 16;
constexpr std::uint32_t code_load = 0, code_move = 1;

std::string_view name_at(Cursor& at) {
  const std::string_view rest = as_text(at.rest());
  return rest.substr(0, rest.find('\0'));
}

class JitDumpReader {
 public:
  explicit JitDumpReader(Bytes bytes)
      : bytes_(bytes), endian_(as_text(bytes).starts_with(magic_big) ? Endian::Big : Endian::Little) {}

  Result<MadeCode> read() {
    Cursor at(bytes_, endian_, std::min<std::size_t>(8, bytes_.size()));
    at.seek(at.u32());
    if (at.failed() || at.offset() < size_of_header) return fail("is truncated within its header");
    while (at.remaining() >= size_of_record_header) {
      const std::uint32_t kind = at.u32(), size = at.u32();
      at.u64();  // its time: locations of profiles have none
      if (size < size_of_record_header || size - size_of_record_header > at.remaining()) break;
      take(kind, Cursor(at.bytes(size - size_of_record_header), endian_));
    }
    if (edges_.empty()) return fail("names no function's code");
    return code();
  }

 private:
  // Where a function's code begins or ends.
  struct Edge {
    std::uint64_t at = 0;
    bool begins = false;
    std::string_view function;
  };

  void take(std::uint32_t kind, Cursor at) {
    at.u32();  // the process
    at.u32();  // the thread
    at.u64();  // as perf sees it; where it ran follows
    if (kind == code_load) {
      const std::uint64_t begin = at.u64(), size = at.u64(), index = at.u64();
      const std::string_view name = name_at(at);
      if (at.failed() || name.empty()) return;
      names_.insert_or_assign(index, name);
      add(begin, size, name);
    } else if (kind == code_move) {
      at.u64();  // its old place
      const std::uint64_t begin = at.u64(), size = at.u64();
      const auto known = names_.find(at.u64());
      if (!at.failed() && known != names_.end()) add(begin, size, known->second);
    }
  }

  void add(std::uint64_t begin, std::uint64_t size, std::string_view function) {
    if (size == 0 || size > UINT64_MAX - begin) return;
    edges_.push_back({begin, true, function});
    edges_.push_back({begin + size, false, function});
  }

  MadeCode code() {
    std::ranges::sort(edges_, {}, &Edge::at);
    std::vector<Piece> pieces;
    std::map<std::string_view, std::size_t> here;  // functions that are here, and how often
    std::uint64_t last = 0;
    for (const Edge& edge : edges_) {
      if (here.size() == 1 && edge.at != last) pieces.push_back({last, edge.at, here.begin()->first});
      last = edge.at;
      if (edge.begins)
        ++here[edge.function];
      else if (const auto found = here.find(edge.function); found != here.end() && --found->second == 0)
        here.erase(found);
    }
    return MadeCode(std::move(pieces));
  }

  Bytes bytes_;
  Endian endian_;
  std::map<std::uint64_t, std::string_view> names_;  // by the code's index
  std::vector<Edge> edges_;
};

}  // namespace

bool looks_like_jit_dump(Bytes bytes) {
  return as_text(bytes).starts_with(magic_little) || as_text(bytes).starts_with(magic_big);
}

Result<MadeCode> read_jit_dump(Bytes bytes) { return JitDumpReader(bytes).read(); }

}  // namespace symkit::jit
