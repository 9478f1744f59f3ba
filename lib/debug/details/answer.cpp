#include "debug/details/answer.h"

#include "ground/base/cursor.h"

namespace symkit::details {
namespace {

constexpr std::uint32_t answer_magic = 0x4c4b5331;  // "1SKL"

class Writer {
 public:
  void number(std::uint64_t value) {
    for (unsigned i = 0; i < 8; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> i * 8));
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  template <class T, class Write>
  void list(const std::vector<T>& items, Write write) {
    number(items.size());
    for (const T& item : items) write(item);
  }
  std::vector<std::uint8_t> finish() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

class Reader {
 public:
  explicit Reader(Bytes bytes) : at_(bytes, Endian::Little) {}

  std::uint64_t number() { return at_.u64(); }
  std::string text() { return std::string(as_text(at_.bytes(at_.u64()))); }
  template <class T, class Read>
  void list(std::vector<T>& items, Read read) {
    const std::uint64_t count = number();
    // Every item takes at least the size of a text.
    if (count > at_.remaining() / 8) return at_.fail();
    items.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count && !at_.failed(); ++i) items.push_back(read());
  }
  bool is_whole() const { return !at_.failed() && at_.at_end(); }

 private:
  Cursor at_;
};

}  // namespace

std::vector<std::uint8_t> write_answer(const Details& details) {
  Writer out;
  const auto text = [&](const std::string& item) { out.text(item); };
  out.number(answer_magic);
  out.text(details.id);
  out.text(details.own_name);
  out.list(details.search_paths, text);
  out.list(details.load_commands, text);
  out.list(details.libraries, [&](const Library& library) {
    out.text(library.name);
    out.text(library.kind);
    out.text(library.version);
  });
  out.list(details.undefined, [&](const Undefined& symbol) {
    out.text(symbol.name);
    out.number(symbol.library);
    out.number(symbol.weak ? 1 : 0);
    out.text(symbol.version);
  });
  out.list(details.sections, [&](const SectionOpinion& section) {
    out.text(section.name);
    out.number(section.address);
  });
  out.number(details.symbols);
  out.number(details.function_starts);
  return out.finish();
}

Result<Details> read_answer(Bytes bytes) {
  Reader in(bytes);
  if (in.number() != answer_magic) return fail("it printed something unexpected");
  Details details;
  const auto text = [&] { return in.text(); };
  details.id = in.text();
  details.own_name = in.text();
  in.list(details.search_paths, text);
  in.list(details.load_commands, text);
  in.list(details.libraries, [&] {
    Library library;
    library.name = in.text();
    library.kind = in.text();
    library.version = in.text();
    return library;
  });
  in.list(details.undefined, [&] {
    Undefined symbol;
    symbol.name = in.text();
    const std::uint64_t library = in.number();
    symbol.library = library <= details.libraries.size() ? static_cast<std::uint32_t>(library) : 0;
    symbol.weak = in.number() != 0;
    symbol.version = in.text();
    return symbol;
  });
  in.list(details.sections, [&] {
    SectionOpinion section;
    section.name = in.text();
    section.address = in.number();
    return section;
  });
  details.symbols = in.number();
  details.function_starts = in.number();
  if (!in.is_whole()) return fail("its answer is damaged");
  return details;
}

}  // namespace symkit::details
