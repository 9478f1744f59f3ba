#include "synthetic.h"

#include <random>
#include <string>

#include "keep/index/native_writer.h"

namespace symkit::bench {
namespace {

constexpr std::uint32_t function_count = 50'000;
constexpr std::uint32_t file_count = 500;

std::string mangled(std::uint32_t number) {
  const std::string shelf = "shelf" + std::to_string(number % 97), item = "restock" + std::to_string(number);
  return "_ZN9warehouse" + std::to_string(shelf.size()) + shelf + std::to_string(item.size()) + item +
         "ERKSt6vectorINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESaIS7_EEj";
}

class Maker {
 public:
  void add_functions() {
    std::uint64_t begin = 0x1000;
    for (std::uint32_t i = 0; i < function_count; ++i) {
      const std::uint64_t end = begin + 64 + random_() % 1000;
      add_function(i, begin, end);
      pieces_.push_back({begin, end, 0, i});
      begin = (end + 15) & ~std::uint64_t{15};
    }
  }

  std::vector<std::uint8_t> write() const {
    const index::NativeMeta meta{.id = *ImageId::parse("5e1f"),
                                 .image_name = "synthetic",
                                 .architecture = Architecture::X86_64,
                                 .text_base = {0x400000},
                                 .source_stamp = 0};
    return index::write_native({meta, std::span(&draft_, 1), pieces_, {}}, 1);
  }

 private:
  index::NameKey name(std::uint32_t number) { return draft_.name(draft_.keep(mangled(number))); }

  void add_function(std::uint32_t number, std::uint64_t begin, std::uint64_t end) {
    const auto file = [&](std::uint32_t n) {
      return draft_.file(draft_.keep("/src/warehouse/part" + std::to_string(n % file_count) + ".cpp"));
    };
    const index::FileKey own = file(number / 100), header = file(number % 40);
    draft_.begin_function(begin, end, name(number), index::Source::DebugInfo, 0, number);
    draft_.add_call(0, name(number % 300), {own, 12});
    draft_.add_call(1, name(number % 60), {header, 40});
    std::uint32_t line = 100 + number % 1000;
    for (std::uint64_t at = begin; at < end; at += 1 + random_() % 12) {
      const auto call = static_cast<std::uint32_t>(random_() % 8 < 6 ? 0 : 1 + random_() % 2);
      line += static_cast<std::uint32_t>(random_() % 4);
      const index::DraftPlace place{call == 0 ? own : header, line};
      const index::DraftPlace statement{place.file, random_() % 4 != 0 ? line : line - 1};
      draft_.add_row({at, call, place, statement});
    }
    draft_.end_function();
  }

  std::mt19937 random_{1};  // its numbers are the same everywhere, unlike those of a distribution
  index::Draft draft_{1};
  std::vector<index::Piece> pieces_;
};

}  // namespace

std::vector<std::uint8_t> synthetic_index() {
  Maker maker;
  maker.add_functions();
  return maker.write();
}

}  // namespace symkit::bench
