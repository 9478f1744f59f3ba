#include "names/swift/printer.h"

namespace symkit::swift {
namespace {

// No name of a real program comes near these; this much is written or walked in a few milliseconds.
constexpr std::size_t most_text = 512 * 1024;
constexpr std::size_t most_steps = 100'000;
constexpr unsigned deepest_printed = 1000;

}  // namespace

std::optional<std::string> Printer::print_whole(const Node* tree) {
  out_.reserve(256);
  print(tree);
  if (failed_ || arena_.exhausted() || out_.empty()) return std::nullopt;
  return std::move(out_);
}

bool Printer::spend() {
  if (++steps_ > most_steps || out_.size() > most_text || depth_ > deepest_printed) failed_ = true;
  return !failed_;
}

const Node* Printer::print(const Node* node, bool in_front) {
  if (node == nullptr || !spend()) return nullptr;
  ++depth_;
  const Node* left = print_part(node, in_front);
  --depth_;
  return left;
}

const Node* Printer::print_part(const Node* node, bool in_front) {
  switch (node->kind) {
    case Kind::Global: print_all(node, ""); break;
    case Kind::Suffix: print_suffix(node); break;
    case Kind::Attribute: print_template(form(node->text), node); break;
    case Kind::PartialApply:
      out_ += form(node->text);
      if (node->count > 0) out_ += " for ";
      print_all(node, "");
      break;
    case Kind::Specialization: print_specialization(node); break;
    case Kind::SpecializedArgument: print_argument(node); break;
    case Kind::Identifier: out_ += node->text; break;
    case Kind::Module:
      if (!options_.simplified) out_ += node->text;
      break;
    case Kind::PrivateName: print_private_name(node); break;
    case Kind::LocalName: print_local_name(node); break;
    case Kind::RelatedName:
      (out_ += "related decl '").append(node->text) += "' for ";
      print(node->child(0));
      break;
    case Kind::PrefixOperator: (out_ += node->text) += " prefix"; break;
    case Kind::PostfixOperator: (out_ += node->text) += " postfix"; break;
    case Kind::InfixOperator: (out_ += node->text) += " infix"; break;
    case Kind::Word:
    case Kind::IndexSubset: out_ += node->text; break;
    case Kind::Sequence: print_all(node, ""); break;
    case Kind::Class:
    case Kind::Structure:
    case Kind::Enum:
    case Kind::Protocol:
    case Kind::TypeAlias:
    case Kind::OtherNominal:
    case Kind::GenericParameterDecl: return print_named(node, in_front, Signature::None);
    case Kind::Function:
    case Kind::Macro: return print_named(node, in_front, Signature::Function);
    case Kind::BoundGenericFunction:
      return print_named(node->child(0), in_front, Signature::Function, node->child(1));
    case Kind::Variable:
    case Kind::Subscript: return print_storage(node, in_front, {});
    case Kind::Accessor: return print_accessor(node, in_front);
    case Kind::Constructor: return print_entity(node, in_front, Signature::Function, node->text);
    case Kind::Deinit: return print_entity(node, in_front, Signature::None, node->text);
    case Kind::Closure: return print_wordy(node, in_front, Signature::Function);
    case Kind::Part:
    case Kind::MacroExpansion: return print_wordy(node, in_front, Signature::None);
    case Kind::Extension: print_extension(node); break;
    case Kind::AnonymousContext: return print_anonymous_context(node);
    case Kind::EntityPhrase:
      if (in_front) return node;
      print_phrase(node);
      break;
    case Kind::OpaqueResultOf:
      out_ += "<<opaque return type of ";
      print_all(node, "");
      out_ += ">>";
      break;
    case Kind::Phrase: print_phrase(node); break;
    case Kind::GlobalList:
      if (node->count > 1) out_ += '(';
      print_all(node, ", ");
      if (node->count > 1) out_ += ')';
      break;
    default: print_type(node); break;
  }
  return nullptr;
}

void Printer::print_all(const Node* node, std::string_view separator) {
  bool first = true;
  for (const Node* child : node->all()) {
    if (!first) out_ += separator;
    first = false;
    print(child);
  }
}

// Words can have a short form after '|'.
std::string_view Printer::form(std::string_view words) const {
  const std::size_t bar = words.find('|');
  if (bar == std::string_view::npos) return words;
  return options_.simplified ? words.substr(bar + 1) : words.substr(0, bar);
}

void Printer::print_phrase(const Node* node) { print_template(form(node->text), node); }

// "%1" is replaced by the second child, "%" alone by the first or the number.
void Printer::print_template(std::string_view words, const Node* node) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] != '%') {
      out_ += words[at];
    } else if (at + 1 < words.size() && words[at + 1] >= '0' && words[at + 1] <= '9') {
      print(node->child(static_cast<std::size_t>(words[++at] - '0')));
    } else if (node->count > 0) {
      print(node->child(0));
    } else {
      out_ += std::to_string(node->number);
    }
  }
}

void Printer::print_private_name(const Node* node) {
  const std::string_view file = node->child(0)->text;
  const Node* name = node->child(1);
  if (options_.simplified) {
    print(name);
  } else if (name == nullptr) {
    (out_ += "(in ").append(file) += ')';
  } else {
    out_ += '(';
    print(name);
    (out_ += " in ").append(file) += ')';
  }
}

void Printer::print_local_name(const Node* node) {
  print(node->child(0));
  (out_ += " #") += std::to_string(node->number + 1);
}

void Printer::print_suffix(const Node* node) {
  if (options_.simplified) return;
  out_ += " with unmangled suffix \"";
  for (const char c : node->text) {
    if (c == '"' || c == '\\') out_ += '\\';
    out_ += c;
  }
  out_ += '"';
}

}  // namespace symkit::swift
