#include "logs/crashlog/file_pieces.h"

#include <algorithm>

namespace symkit::crashlog {
namespace {

// More files than a log has, and more pieces than a file is mapped in. Further ones are not stored.
constexpr std::size_t most_files = 20'000;
constexpr std::size_t most_pieces = 64;

bool is_alike(const FilePiece& one, const FilePiece& other) {
  return one.offset == other.offset && one.size == other.size && one.id == other.id;
}

}  // namespace

void FilePieces::add(std::string_view path, const FilePiece& piece) {
  auto found = files_.find(path);
  if (found == files_.end()) {
    if (files_.size() == most_files) return;
    found = files_.emplace(path, std::vector<FilePiece>()).first;
  }
  std::vector<FilePiece>& pieces = found->second;
  const bool is_new =
      std::ranges::none_of(pieces, [&](const FilePiece& one) { return is_alike(one, piece); });
  if (is_new && pieces.size() < most_pieces) pieces.push_back(piece);
}

const FilePiece* FilePieces::holding(std::string_view path, std::uint64_t offset) const {
  const auto file = files_.find(path);
  if (file == files_.end()) return nullptr;
  const FilePiece* found = nullptr;
  for (const FilePiece& piece : file->second) {
    if (offset < piece.offset || offset - piece.offset >= piece.size) continue;
    if (found != nullptr) return nullptr;
    found = &piece;
  }
  return found;
}

}  // namespace symkit::crashlog
