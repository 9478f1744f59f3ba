#include "answers/retrace/mapping_scan.h"

#include <algorithm>
#include <cstring>

#include "ground/base/characters.h"
#include "ground/io/memory_bound.h"
#include "keep/index/envelope.h"

namespace symkit::retrace {
namespace {

constexpr std::size_t bytes_between_reliefs = std::size_t{1} << 20;

class Scanner {
 public:
  Scanner(std::string_view text, MapVersion declared) : text_(text) {
    if (declared != MapVersion()) scan_.versions.emplace_back(0, declared);
  }

  MappingScan scan() {
    std::size_t at = text_.size() - without_byte_order_mark(text_).size(), relieved = at;
    while (at < text_.size()) {
      const char first = text_[at];
      // Nearly all lines are members and begin with white space: these cost only a memchr. The first
      // class may be indented, too; every indented line after it is a member.
      if ((first != ' ' && first != '\t') || scan_.class_begins.empty()) look_at(at);
      const auto* end = static_cast<const char*>(std::memchr(text_.data() + at, '\n', text_.size() - at));
      if (end == nullptr) break;
      at = static_cast<std::size_t>(end - text_.data()) + 1;
      if (at - relieved > bytes_between_reliefs) {
        io::relieve_memory();
        relieved = at;
      }
    }
    fill_table();
    return std::move(scan_);
  }

 private:
  void look_at(std::size_t at) {
    ++line_;
    at = std::min(text_.find_first_not_of(" \t", at), text_.size());
    const std::string_view line = line_at(text_, at);
    if (line.empty()) return;
    if (line.front() == '#') return read_comment(line, at);
    if (const auto names = quick_class_line(line)) {
      scan_.class_begins.push_back(at);
      hashes_.push_back(hash_of(names->renamed));
    } else if (scan_.class_begins.empty() && scan_.begins_badly == SIZE_MAX) {
      scan_.begins_badly = at;
    }
  }

  void read_comment(std::string_view line, std::size_t at) {
    if (scan_.class_begins.empty()) read_preamble(line);
    if (line.find("com.android.tools.r8.mapping") == std::string_view::npos)
      return line.find("partitionSourceFiles") == std::string_view::npos ? void() : read_files(line);
    const auto json = json_of_comment(line);
    if (!json) return;
    const Annotation annotation = read_annotation(*json, {});
    // Annotations within classes are reported by the reader of classes.
    if (annotation.kind == Annotation::Kind::Malformed && scan_.class_begins.empty())
      scan_.remarks.emplace_back(line_, annotation.text);
    if (annotation.kind != Annotation::Kind::Version) return;
    scan_.versions.emplace_back(at, annotation.version);
    if (annotation.version > newest_version) scan_.unknown_versions.push_back(annotation.text);
  }

  void read_files(std::string_view line) {
    const auto json = json_of_comment(line);
    if (!json) return;
    for (auto& [original, file] : read_annotation(*json, {}).files)
      scan_.files_elsewhere.insert_or_assign(std::move(original), std::move(file));
  }

  void read_preamble(std::string_view line) {
    take_value(line, "# pg_map_id: ", scan_.map_id);
    take_value(line, "# pg_map_hash: SHA-256 ", scan_.map_hash);
  }

  static void take_value(std::string_view line, std::string_view before, std::string& value) {
    if (!line.starts_with(before)) return;
    line.remove_prefix(before.size());
    value = line.substr(0, line.find_last_not_of(" \t") + 1);
  }

  void fill_table() {
    scan_.by_renamed.reserve(hashes_.size());
    for (std::uint32_t number = 0; number < hashes_.size(); ++number) {
      const auto names = quick_class_line(line_at(text_, scan_.class_begins[number]));
      std::uint32_t* before = scan_.by_renamed.find(hashes_[number], [&](std::uint32_t other) {
        return quick_class_line(line_at(text_, scan_.class_begins[other]))->renamed == names->renamed;
      });
      if (before != nullptr) {
        *before = number;
      } else {
        scan_.by_renamed.add(hashes_[number], number);
      }
    }
  }

  std::string_view text_;
  MappingScan scan_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t line_ = 0;  // only counted up to the first class
};

}  // namespace

std::uint64_t hash_of(std::string_view name) { return index::checksum_of(as_bytes(name)); }

MapVersion MappingScan::version_at(std::uint64_t offset) const {
  const auto next = std::ranges::upper_bound(versions, offset, {}, [](const auto& one) { return one.first; });
  return next == versions.begin() ? MapVersion{} : std::prev(next)->second;
}

std::string_view line_at(std::string_view text, std::size_t offset) {
  std::string_view line = text.substr(offset);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

MappingScan scan_mapping(std::string_view text, MapVersion declared) {
  return Scanner(text, declared).scan();
}

}  // namespace symkit::retrace
