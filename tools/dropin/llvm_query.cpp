#include "dropin/llvm_query.h"

#include <cctype>

#include "ground/base/whole_number.h"

namespace symkit::dropin {
namespace {

bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n\v\f\r"), text.size()));
}

// Up to a blank, or to the closing quotation mark; empty if there is none.
std::string_view take_word(std::string_view& text) {
  if (text.empty()) return {};
  const char first = text.front();
  const bool is_quoted = first == '"' || first == '\'';
  if (is_quoted) text.remove_prefix(1);
  const std::size_t end = is_quoted ? text.find(first) : std::min(text.find_first_of(" \n\r"), text.size());
  if (end == std::string_view::npos) return {};
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + (is_quoted ? 1 : 0), text.size()));
  return word;
}

}  // namespace

std::optional<std::uint64_t> number_of(std::string_view text, int base) {
  if (base == 0) {
    const bool is_prefixed = text.size() > 1 && text.front() == '0';
    const char kind = is_prefixed ? text[1] : ' ';
    base = kind == 'x' || kind == 'X' ? 16 : kind == 'b' || kind == 'B' ? 2 : is_prefixed ? 8 : 10;
    const bool is_letter = is_prefixed && std::isdigit(static_cast<unsigned char>(kind)) == 0;
    if (is_letter && !std::string_view("xXbBo").contains(kind)) return {};
    if (is_letter) text.remove_prefix(2);
  }
  return whole_number<std::uint64_t>(text, base);
}

bool is_build_id(std::string_view text) {
  return !text.empty() && text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

namespace {

Result<void> parse_place(std::string_view& line, const QueryRules& rules, LlvmQuery& query) {
  query.file = rules.file;
  query.build_id = rules.build_id;
  bool has_file = false;
  bool has_id = false;
  for (skip_blanks(line);; skip_blanks(line)) {
    bool& has = line.starts_with("FILE:") ? has_file : has_id;
    if (!take(line, "FILE:") && !take(line, "BUILDID:")) break;
    if (has_file || has_id) return fail("duplicate input file specification prefix");
    has = true;
  }
  const bool is_fixed = !rules.file.empty() || !rules.build_id.empty();
  if (!has_file && !has_id) {
    if (is_fixed) return {};
    query.file = take_word(line);
    return query.file.empty() ? fail("no input filename has been specified") : Result<void>{};
  }
  if (line.empty())
    return fail(has_file ? "must be followed by an input file" : "must be followed by a hash");
  if (is_fixed) return fail("input file has already been specified");
  std::string& name = has_file ? query.file : query.build_id;
  name = take_word(line);
  if (has_id && !is_build_id(name)) return fail("wrong format of build-id");
  return {};
}

Result<void> parse_address(std::string_view text, const QueryRules& rules, LlvmQuery& query) {
  if (rules.is_hexadecimal && !take(text, "0x")) take(text, "0X");
  query.address = number_of(text, rules.is_hexadecimal ? 16 : 0);
  if (query.address) return {};
  if (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0)
    return fail("expected a number as module offset");
  const std::size_t plus = text.find('+');
  if (plus != std::string_view::npos)
    if (const auto distance = number_of(text.substr(plus + 1), 0)) {
      query.from_symbol = *distance;
      text = text.substr(0, plus);
    }
  query.symbol = text;
  return {};
}

}  // namespace

Result<void> parse_query(std::string_view line, const QueryRules& rules, LlvmQuery& query) {
  if (take(line, "DATA "))
    query.wanted = Wanted::Data;
  else if (take(line, "FRAME "))
    query.wanted = Wanted::Frame;
  else
    take(line, "CODE ");
  if (const auto placed = parse_place(line, rules, query); !placed) return placed;
  skip_blanks(line);
  if (line.empty()) return fail("no module offset has been specified");
  return parse_address(line.substr(0, line.find_first_of(" \n\r")), rules, query);
}

}  // namespace symkit::dropin
