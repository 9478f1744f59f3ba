#include "stacks/dumps/crashpad_annotations.h"

#include <string>
#include <utility>

#include "ground/base/object_path.h"

namespace symkit::dumps {
namespace {

// Browsers have about a hundred.
constexpr std::size_t most_annotations = 1000;

class AnnotationReader {
 public:
  explicit AnnotationReader(MinidumpFile& file) : file_(file) {}

  std::vector<Annotation> read() {
    constexpr std::uint64_t ids = std::uint64_t{2} * 16;
    Cursor at(file_.stream(Stream::Crashpad), Endian::Little);
    at.skip(4 + ids);  // version; of the report and the client
    const Location simple = read_location(at), modules = read_location(at);
    if (at.failed()) return {};
    take_pairs(simple);
    Cursor rows = list_at(modules);
    while (rows.remaining() >= module_row && !is_full()) {
      const std::uint32_t number = rows.u32();
      take_module(number, read_location(rows));
    }
    return std::move(made_);
  }

 private:
  static constexpr std::size_t module_row = 12, pair_row = 8, object_row = 12;

  bool is_full() const { return made_.size() >= most_annotations; }

  // A list's rows, behind their number.
  Cursor list_at(Location where) {
    Cursor at(file_.dumped(where), Endian::Little);
    at.skip(4);
    return at.failed() ? Cursor({}, Endian::Little) : at;
  }

  void take_module(std::uint32_t number, Location where) {
    Cursor at(file_.dumped(where), Endian::Little);
    at.skip(4);  // version
    const Location words = read_location(at), pairs = read_location(at), objects = read_location(at);
    const std::size_t first = made_.size();
    take_words(words);
    take_pairs(pairs);
    take_objects(objects);
    if (made_.size() == first) return;
    const std::string name = name_of_module(number);
    for (std::size_t i = first; i < made_.size(); ++i) made_[i].module = name;
  }

  std::string name_of_module(std::uint32_t number) {
    constexpr std::size_t row = 108, to_name = 20;
    const Rows rows = file_.rows(Stream::Modules, row);
    if (number >= rows.count()) return {};
    Cursor at = rows.at(number);
    at.skip(to_name);
    return std::string(without_folders(file_.text_at(at.u32())));
  }

  // Without keys.
  void take_words(Location where) {
    for (Cursor at = list_at(where); at.remaining() >= 4 && !is_full();) add({}, file_.utf8_at(at.u32()));
  }

  void take_pairs(Location where) {
    for (Cursor at = list_at(where); at.remaining() >= pair_row && !is_full();) {
      const std::uint32_t key = at.u32(), value = at.u32();
      add(file_.utf8_at(key), file_.utf8_at(value));
    }
  }

  // Of those with types only texts are meant to be read.
  void take_objects(Location where) {
    constexpr std::uint16_t text = 1;
    for (Cursor at = list_at(where); at.remaining() >= object_row && !is_full();) {
      const std::uint32_t key = at.u32();
      const std::uint16_t type = at.u16();
      at.skip(2);
      const std::uint32_t value = at.u32();
      if (type == text) add(file_.utf8_at(key), file_.utf8_at(value));
    }
  }

  void add(std::string key, std::string value) {
    if (!key.empty() || !value.empty()) made_.push_back({{}, std::move(key), std::move(value)});
  }

  MinidumpFile& file_;
  std::vector<Annotation> made_;
};

}  // namespace

std::vector<Annotation> annotations_of(MinidumpFile& file) { return AnnotationReader(file).read(); }

}  // namespace symkit::dumps
