#include "files/kernel/kallsyms.h"

#include <algorithm>

#include "files/kernel/token_table.h"
#include "ground/base/cursor.h"

namespace symkit::kernel {
namespace {

constexpr std::size_t names_a_marker = 256;
constexpr std::size_t longest_name = 1024;
// The most bytes between the markers and the tokens, and between names and markers.
constexpr std::size_t furthest = std::size_t{8} << 20;
constexpr std::size_t longest_run = std::size_t{512} << 10;  // for 256 names

std::size_t aligned(std::size_t at, std::size_t to) { return (at + to - 1) / to * to; }

}  // namespace

class KallsymsReader {
 public:
  KallsymsReader(Bytes kernel, Endian endian, unsigned address_size)
      : kernel_(kernel),
        endian_(endian),
        address_size_(address_size),
        effort_(kernel.size() * 4 + (1U << 24)) {}

  std::optional<Kallsyms> run();

 private:
  // The position of the names, once everything around them is consistent.
  struct Names {
    std::size_t count_at = 0;
    std::size_t begin = 0;
    std::size_t count = 0;
  };
  bool try_table(const TokenTable& table);
  bool try_markers(std::size_t at, unsigned width, const TokenTable& table);
  std::optional<Names> names_before(std::size_t at, unsigned width, std::size_t markers);
  std::optional<Names> names_from(std::size_t count_at, std::size_t at, unsigned width, std::size_t markers);
  bool read(const Names& names, const TokenTable& table);
  std::optional<std::vector<std::uint64_t>> addresses(const Names& names, const TokenTable& table);
  std::optional<std::vector<std::uint64_t>> whole_addresses(std::size_t at, std::size_t count) const;
  std::optional<std::vector<std::uint64_t>> relative_addresses(std::size_t at, std::size_t count,
                                                               std::size_t base_at);
  bool expand(const Names& names, const TokenTable& table, const std::vector<std::uint64_t>& addresses);

  std::uint64_t number(std::size_t at, unsigned width) const {
    return Cursor(kernel_, endian_, at).unsigned_of(width);
  }
  bool spend(std::size_t work) {
    const bool enough = effort_ >= work;
    effort_ -= enough ? work : effort_;
    return enough;
  }
  static std::size_t size_of_name(Cursor& at);

  Bytes kernel_;
  Endian endian_;
  unsigned address_size_;
  std::size_t effort_;  // limits what malicious bytes may cost
  Kallsyms found_;
};

std::optional<Kallsyms> KallsymsReader::run() {
  bool done = false;
  find_token_tables(kernel_, endian_, [&](const TokenTable& table) {
    done = try_table(table);
    return done || effort_ == 0;
  });
  if (!done) return std::nullopt;
  return std::move(found_);
}

// The markers precede the tokens, directly or with the sequences between: numbers ascending from 0.
// Before 4.20 they were as wide as addresses.
bool KallsymsReader::try_table(const TokenTable& table) {
  for (std::size_t back = 8; back <= std::min(furthest, table.begin) && spend(1); back += 4) {
    const std::size_t at = table.begin - back;
    for (const unsigned width : {4U, 8U}) {
      if (width > address_size_ || back < 2 * width || at % width != 0) continue;
      const std::uint64_t second = number(at + width, width);
      if (number(at, width) != 0 || second < 2 * names_a_marker || second > longest_run) continue;
      if (try_markers(at, width, table)) return true;
    }
  }
  return false;
}

bool KallsymsReader::try_markers(std::size_t at, unsigned width, const TokenTable& table) {
  std::size_t markers = 1;
  std::uint64_t last = 0;
  for (; at + (markers + 1) * width <= table.begin; ++markers) {
    const std::uint64_t next = number(at + markers * width, width);
    if (next < last + 2 * names_a_marker || next - last > longest_run) break;
    last = next;
  }
  if (!spend(markers)) return false;
  // The bytes after the markers may look like more of them.
  for (std::size_t count = markers; count >= 2 && count + 2 >= markers; --count)
    if (const auto names = names_before(at, width, count); names && read(*names, table)) return true;
  return false;
}

// The names precede the markers, and are preceded by their number.
std::optional<KallsymsReader::Names> KallsymsReader::names_before(std::size_t at, unsigned width,
                                                                  std::size_t markers) {
  const std::uint64_t before_last = number(at + (markers - 1) * width, width);
  if (before_last >= at) return std::nullopt;
  const std::size_t nearest = at - static_cast<std::size_t>(before_last);
  for (std::size_t back = 4; back <= longest_run && back <= nearest && spend(1); back += 4) {
    const std::size_t count_at = nearest / 4 * 4 - back;
    if (count_at > nearest) break;
    if (const auto names = names_from(count_at, at, width, markers)) return names;
  }
  return std::nullopt;
}

std::optional<KallsymsReader::Names> KallsymsReader::names_from(std::size_t count_at, std::size_t at,
                                                                unsigned width, std::size_t markers) {
  if (count_at % address_size_ != 0) return std::nullopt;
  const std::uint64_t count = number(count_at, width);  // as wide as the markers
  if (count <= (markers - 1) * names_a_marker || count > markers * names_a_marker) return std::nullopt;
  const Names names{count_at, count_at + address_size_, static_cast<std::size_t>(count)};
  Cursor in(kernel_, endian_, names.begin);
  for (std::size_t i = 0; i < names.count; ++i) {
    if (i % names_a_marker == 0 &&
        in.offset() - names.begin != number(at + i / names_a_marker * width, width))
      return std::nullopt;
    if (!spend(1)) return std::nullopt;
    const std::size_t size = size_of_name(in);
    if (size == 0 || size > longest_name) return std::nullopt;
    in.skip(size);
    if (in.failed() || in.offset() > at) return std::nullopt;
  }
  return aligned(in.offset(), address_size_) == at ? std::optional(names) : std::nullopt;
}

// Since 6.1, names longer than 127 tokens have a length of two bytes.
std::size_t KallsymsReader::size_of_name(Cursor& at) {
  const std::uint8_t first = at.u8();
  return first < 0x80 ? first : (first & 0x7fU) | static_cast<std::size_t>(at.u8()) << 7;
}

bool KallsymsReader::read(const Names& names, const TokenTable& table) {
  const auto known = addresses(names, table);
  return known && expand(names, table, *known);
}

// Since 6.4 they follow the tokens; before that, they came first.
std::optional<std::vector<std::uint64_t>> KallsymsReader::addresses(const Names& names,
                                                                    const TokenTable& table) {
  found_.unfilled_base_.reset();
  const std::size_t offsets_size = aligned(names.count * 4, address_size_);
  const std::size_t behind = aligned(table.index_end, address_size_);
  if (auto found = relative_addresses(behind, names.count, behind + offsets_size)) return found;
  const std::size_t base_at = names.count_at - std::min<std::size_t>(names.count_at, address_size_);
  if (base_at >= offsets_size)
    if (auto found = relative_addresses(base_at - offsets_size, names.count, base_at)) return found;
  const std::size_t whole_size = names.count * address_size_;
  return names.count_at < whole_size ? std::nullopt
                                     : whole_addresses(names.count_at - whole_size, names.count);
}

std::optional<std::vector<std::uint64_t>> KallsymsReader::whole_addresses(std::size_t at,
                                                                          std::size_t count) const {
  std::vector<std::uint64_t> all;
  Cursor in(kernel_, endian_, at);
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(in.unsigned_of(address_size_));
    if (i != 0 && all[i] < all[i - 1]) return std::nullopt;
  }
  return in.failed() || all.back() == 0 ? std::nullopt : std::optional(std::move(all));
}

// Offsets from a base. With absolute symbols (CONFIG_KALLSYMS_ABSOLUTE_PERCPU), these are stored as they
// are and the others as negative numbers.
std::optional<std::vector<std::uint64_t>> KallsymsReader::relative_addresses(std::size_t at,
                                                                             std::size_t count,
                                                                             std::size_t base_at) {
  if (at > kernel_.size() || count * 4 > kernel_.size() - at || base_at + address_size_ > kernel_.size())
    return std::nullopt;
  const std::uint64_t base = number(base_at, address_size_);
  std::vector<std::uint64_t> all;
  Cursor in(kernel_, endian_, at);
  std::size_t negative = 0;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(in.u32());
    negative += all.back() >> 31;
  }
  const bool some_absolute = negative * 2 > count;
  const std::uint64_t mask = address_size_ == 4 ? UINT32_MAX : UINT64_MAX;
  std::uint64_t before = 0;
  for (std::uint64_t& address : all) {
    const auto offset = static_cast<std::int32_t>(address);
    if (!some_absolute) {
      address = (base + address) & mask;
    } else if (offset < 0) {
      address = (base - 1 - static_cast<std::uint64_t>(std::int64_t{offset})) & mask;
    }
    if (address < before) return std::nullopt;
    before = address;
  }
  if (before == all.front()) return std::nullopt;
  found_.unfilled_base_ = base == 0 && !some_absolute ? std::optional(base_at) : std::nullopt;
  return all;
}

bool KallsymsReader::expand(const Names& names, const TokenTable& table,
                            const std::vector<std::uint64_t>& addresses) {
  std::string texts;
  std::vector<std::pair<std::size_t, std::size_t>> places;  // the position in texts of each, and its size
  Cursor in(kernel_, endian_, names.begin);
  for (std::size_t i = 0; i < names.count; ++i) {
    const std::size_t begin = texts.size();
    for (const std::uint8_t token : in.bytes(size_of_name(in))) texts += table.tokens[token];
    if (texts.size() - begin < 2 || texts.size() - begin > 4 * longest_name) return false;
    places.emplace_back(begin, texts.size() - begin);
  }
  found_.texts_ = std::make_unique<char[]>(texts.size());
  texts.copy(found_.texts_.get(), texts.size());
  for (std::size_t i = 0; i < names.count; ++i) {
    const std::string_view whole(found_.texts_.get() + places[i].first, places[i].second);
    found_.symbols_.push_back({addresses[i], whole.front(), whole.substr(1)});
  }
  return true;
}

std::optional<Kallsyms> Kallsyms::find(Bytes kernel, Endian endian, unsigned address_size) {
  return KallsymsReader(kernel, endian, address_size).run();
}

void Kallsyms::fill_base(std::uint64_t base) {
  for (Symbol& symbol : symbols_) symbol.address += base;
  unfilled_base_.reset();
}

std::optional<std::uint64_t> Kallsyms::address_of(std::string_view name) const {
  const auto found = std::ranges::find(symbols_, name, &Symbol::name);
  return found == symbols_.end() ? std::nullopt : std::optional(found->address);
}

}  // namespace symkit::kernel
