#include "dropin/markup_modules.h"

#include <cstdio>
#include <iterator>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::dropin {
namespace {

bool has_only(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

}  // namespace

void MarkupComplaints::tell(std::string_view kind, std::string_view what, std::string_view where) const {
  std::string out = say(kind, ": ", what, "\n", line_);
  out.append(static_cast<std::size_t>(where.data() - line_.data()), ' ');
  out += "^\n";
  std::fwrite(out.data(), 1, out.size(), stderr);
}

void MarkupComplaints::expected(std::string_view what, std::string_view field) const {
  error(say("expected ", what, "; found '", field, "'"), field);
}

void MarkupComplaints::count(std::string_view kind, std::string_view how, std::size_t wanted,
                             const MarkupNode& node) const {
  tell(kind, say("expected ", how, wanted, " field(s); found ", node.fields.size()),
       node.tag.substr(node.tag.size()));
}

bool MarkupComplaints::has_fields(const MarkupNode& node, std::size_t wanted) const {
  if (node.fields.size() == wanted) return true;
  const bool has_more = node.fields.size() > wanted;
  count(has_more ? "warning" : "error", "", wanted, node);
  return has_more;
}

bool MarkupComplaints::has_at_least(const MarkupNode& node, std::size_t wanted) const {
  if (node.fields.size() >= wanted) return true;
  count("error", "at least ", wanted, node);
  return false;
}

void MarkupComplaints::warn_of_more(const MarkupNode& node, std::size_t most) const {
  if (node.fields.size() > most) count("warning", "at most ", most, node);
}

std::optional<std::uint64_t> MarkupComplaints::address(std::string_view field) const {
  std::optional<std::uint64_t> value;
  if (!field.empty() && has_only(field, "0"))
    value = 0;
  else if (field.starts_with("0x"))
    value = whole_number<std::uint64_t>(field.substr(2), 16);
  if (!value) expected("address", field);
  return value;
}

std::optional<std::uint64_t> MarkupComplaints::number(std::string_view field, std::string_view what,
                                                      bool is_decimal) const {
  const bool is_hex = !is_decimal && (field.starts_with("0x") || field.starts_with("0X"));
  const auto value =
      is_hex ? whole_number<std::uint64_t>(field.substr(2), 16) : whole_number<std::uint64_t>(field, 10);
  if (!value) expected(what, field);
  return value;
}

std::optional<std::string> MarkupComplaints::mode(std::string_view field) const {
  std::string lower = in_lower_case(field);
  std::string_view rest = lower;
  for (const char letter : std::string_view("rwx"))
    if (rest.starts_with(letter)) rest.remove_prefix(1);
  if (!field.empty() && rest.empty()) return lower;
  expected("mode", field);
  return std::nullopt;
}

std::optional<std::string> MarkupComplaints::build_id(std::string_view field) const {
  if (!field.empty() && has_only(field, "0123456789abcdefABCDEF"))
    return (field.size() % 2 == 0 ? "" : "0") + in_lower_case(field);
  expected("build ID", field);
  return std::nullopt;
}

std::optional<bool> MarkupComplaints::is_return(const MarkupNode& node, std::size_t field,
                                                bool assumed) const {
  if (field + 1 != node.fields.size()) return assumed;
  if (node.fields[field] == "ra" || node.fields[field] == "pc") return node.fields[field] == "ra";
  expected("PC type", node.fields[field]);
  return std::nullopt;
}

void MarkupModules::clear() {
  mappings_.clear();
  modules_.clear();
}

const MarkupModule* MarkupModules::add_module(const MarkupNode& node) {
  if (!complaints_.has_fields(node, 4)) return nullptr;
  const auto id = complaints_.number(node.fields[0], "module ID", false);
  if (!id) return nullptr;
  if (node.fields[2] != "elf") return complaints_.error("unknown module type", node.fields[2]), nullptr;
  const auto build_id = complaints_.build_id(node.fields[3]);
  if (!build_id) return nullptr;
  const auto [added, is_new] = modules_.try_emplace(*id, *id, std::string(node.fields[1]), *build_id);
  if (!is_new) return complaints_.error("duplicate module ID", node.fields[0]), nullptr;
  return &added->second;
}

std::optional<MarkupMapping> MarkupModules::read_mapping(const MarkupNode& node) const {
  if (!complaints_.has_at_least(node, 3)) return std::nullopt;
  const auto address = complaints_.address(node.fields[0]);
  const auto size = address ? complaints_.number(node.fields[1], "size", false) : std::nullopt;
  if (!size) return std::nullopt;
  if (node.fields[2] != "load") return complaints_.error("unknown mmap type", node.fields[2]), std::nullopt;
  if (!complaints_.has_fields(node, 6)) return std::nullopt;
  const auto id = complaints_.number(node.fields[3], "module ID", false);
  if (!id) return std::nullopt;
  const auto module = modules_.find(*id);
  if (module == modules_.end()) return complaints_.error("unknown module ID", node.fields[3]), std::nullopt;
  const auto mode = complaints_.mode(node.fields[4]);
  const auto in_module = mode ? complaints_.address(node.fields[5]) : std::nullopt;
  if (!in_module) return std::nullopt;
  return MarkupMapping{*address, *size, &module->second, *mode, *in_module};
}

const MarkupMapping* MarkupModules::overlapping(const MarkupMapping& mapping) const {
  const auto behind = mappings_.upper_bound(mapping.address);
  if (behind != mappings_.end() && mapping.holds(behind->second.address)) return &behind->second;
  return at(mapping.address);
}

const MarkupMapping* MarkupModules::add_mapping(const MarkupNode& node) {
  const auto mapping = read_mapping(node);
  if (!mapping) return nullptr;
  if (const MarkupMapping* other = overlapping(*mapping)) {
    complaints_.error(say("overlapping mmap: #", hex(other->module->id), " [", hex(other->address), "-",
                          hex(other->address + other->size - 1), "]"),
                      node.fields[0]);
    return nullptr;
  }
  return &mappings_.emplace(mapping->address, *mapping).first->second;
}

const MarkupMapping* MarkupModules::at(std::uint64_t address) const {
  const auto behind = mappings_.upper_bound(address);
  if (behind == mappings_.begin() || !std::prev(behind)->second.holds(address)) return nullptr;
  return &std::prev(behind)->second;
}

}  // namespace symkit::dropin
