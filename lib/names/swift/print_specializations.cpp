// Specialisations: for which types, or the effect on each argument.
#include <array>
#include <utility>

#include "names/swift/parse_name.h"
#include "names/swift/printer.h"
#include "names/swift/specialization.h"

namespace symkit::swift {
namespace {

constexpr unsigned deepest_symbol = 8;

constexpr auto option_names = std::to_array<std::pair<std::uint64_t, std::string_view>>({
    {specialization::to_generic, "Existential To Protocol Constrained Generic"},
    {specialization::dead, "Dead"},
    {specialization::owned_to_guaranteed, "Owned To Guaranteed"},
    {specialization::guaranteed_to_owned, "Guaranteed To Owned"},
    {specialization::exploded, "Exploded"},
});

}  // namespace

// The node's number is the argument count plus one: the result follows the arguments.
void Printer::print_specialization(const Node* node) {
  if (options_.simplified) {
    if (!said_specialized_) out_ += "specialized ";
    said_specialized_ = true;
    return;
  }
  if (node->text.ends_with(" of ")) {  // nothing more is encoded
    out_ += node->text;
    return;
  }
  (out_ += node->text) += " <";
  std::string_view separator;
  std::uint64_t argument = 0;
  for (const Node* part : node->all()) {
    if (part->kind == Kind::SpecializedArgument) {
      const std::uint64_t number = argument++;
      if (part->number == specialization::unchanged) continue;
      out_ += separator;
      if (number + 1 < node->number) {
        (out_ += "Arg[").append(std::to_string(number)) += "] = ";
      } else {
        out_ += "Return = ";
      }
      print_argument(part);
    } else {
      out_ += separator;
      print(part);
    }
    separator = ", ";
  }
  out_ += "> of ";
}

void Printer::print_argument(const Node* node) {
  if (node->number < specialization::boxed) {
    print_options(node->number);
    return;
  }
  if (node->number == specialization::boxed) {
    out_ += node->text;
    return;
  }
  if (node->number == specialization::run) {
    print_all(node, "");
    return;
  }
  if (node->count == 0) return;  // nothing more is encoded for a result
  (out_ += '[').append(node->text) += node->number == specialization::same_as ? " " : " : ";
  switch (node->number) {
    case specialization::number:
    case specialization::same_as: out_ += node->child(0)->text; break;
    case specialization::structure: print(node->child(0)); break;
    case specialization::string:
      (out_ += node->child(0)->text) += '\'';
      print(node->child(1));
      out_ += '\'';
      break;
    case specialization::symbol: print_symbol(node->child(0)->text); break;
    case specialization::key_path:
      (out_ += node->child(0)->text) += '<';
      print_all(node->child(1), ",");
      out_ += '>';
      break;
    default:
      print_symbol(node->child(0)->text);
      out_ += ", Argument Types : [";
      print_all(node->child(1), ", ");
  }
  out_ += ']';
}

void Printer::print_options(std::uint64_t options) {
  std::string_view separator;
  for (const auto& [option, name] : option_names) {
    if ((options & option) == 0) continue;
    (out_ += separator) += name;
    separator = " and ";
  }
}

// The name of another function within a name; unchanged if it cannot be read.
void Printer::print_symbol(std::string_view mangled) {
  const Node* tree = nested_ < deepest_symbol ? parse_name(mangled, arena_) : nullptr;
  if (tree == nullptr) {
    out_ += mangled;
    return;
  }
  ++nested_;
  print(tree);
  --nested_;
}

}  // namespace symkit::swift
