// Entities: "context.name", "name in context", and what follows: types, or parameters and result.
#include "names/swift/printer.h"

namespace symkit::swift {
namespace {

bool is_local(const Node* name) { return name != nullptr && name->kind == Kind::LocalName; }

const Node* without_signature(const Node* type) {
  while (type->kind == Kind::GenericType) type = type->child(1);
  return type;
}

// Whether an entity with this type is written like a function, "f() -> ()"; with another type it is "f :
// @autoclosure () -> ()".
bool reads_as_function(const Node* type) {
  return type->kind == Kind::FunctionType && (type->text.empty() || type->text.starts_with("@convention(c") ||
                                              type->text.starts_with("@convention(thin"));
}

}  // namespace

bool Printer::shows(const Node* context) const {
  return context != nullptr && !(options_.simplified && context->kind == Kind::Module);
}

// Prints the context with a full stop, if it can be put before the name.
const Node* Printer::print_front(const Node* context) {
  if (!shows(context)) return nullptr;
  const std::size_t before = out_.size();
  const Node* left = print(context, true);
  if (out_.size() != before) out_ += '.';
  return left;
}

// A name from the program: types, functions, macros.
const Node* Printer::print_named(const Node* node, bool in_front, Signature signature,
                                 const Node* arguments) {
  const Node* name = node->child(Slot::Name);
  const bool local = is_local(name);
  if (in_front && (signature != Signature::None || local)) return node;
  const Node* behind = nullptr;
  if (local) {
    if (shows(node->child(Slot::Context))) behind = node->child(Slot::Context);
  } else {
    behind = print_front(node->child(Slot::Context));
  }
  print(name);
  if (node->kind == Kind::Constructor) print(node->child(Slot::Extra));
  print_signature(node, signature, arguments);
  if (behind != nullptr && !in_front) {
    out_ += " in ";
    print(behind);
    behind = nullptr;
  }
  return behind;
}

// A name from the language: init, deinit. A private one has its file between context and name.
const Node* Printer::print_entity(const Node* node, bool in_front, Signature signature, std::string_view name,
                                  const Node* arguments) {
  if (in_front && signature != Signature::None) return node;
  const Node* behind = print_front(node->child(Slot::Context));
  if (const Node* file = node->child(Slot::Extra); file != nullptr && !options_.simplified) {
    print(file);
    if (!name.empty()) out_ += '.';
  }
  out_ += name;
  print_signature(node, signature, arguments);
  if (behind != nullptr && !in_front) {
    out_ += " in ";
    print(behind);
    behind = nullptr;
  }
  return behind;
}

const Node* Printer::print_accessor(const Node* node, bool in_front) {
  const Node* storage = node->child(0);
  if (storage->kind == Kind::Variable || storage->kind == Kind::Subscript)
    return in_front ? node : print_storage(storage, in_front, node->text);
  // An accessor of something unusual; it can still be printed.
  if (in_front) return node;
  print(storage);
  (out_ += '.') += node->text;
  return nullptr;
}

const Node* Printer::print_storage(const Node* node, bool in_front, std::string_view accessor) {
  if (in_front) return node;
  const Node* name = node->child(Slot::Name);
  const Node* behind = nullptr;
  if (is_local(name)) {
    if (shows(node->child(Slot::Context))) behind = node->child(Slot::Context);
  } else {
    behind = print_front(node->child(Slot::Context));
  }
  if (name != nullptr) {
    print(name);
  } else {
    if (const Node* file = node->child(Slot::Extra); file != nullptr && !options_.simplified) {
      print(file);
      out_ += '.';
    }
    out_ += "subscript";
  }
  if (!accessor.empty()) (out_ += '.') += accessor;
  const bool callable = node->kind == Kind::Subscript && accessor.empty();
  print_signature(node, callable ? Signature::Function : Signature::Colon, nullptr);
  if (behind != nullptr) {
    out_ += " in ";
    print(behind);
  }
  return nullptr;
}

// Described rather than named: "closure #1 in …", "default argument 0 of …", "… expansion #1 of name in
// …".
const Node* Printer::print_wordy(const Node* node, bool in_front, Signature signature) {
  if (in_front) return node;
  out_ += node->text;
  if (node->kind != Kind::Part || node->number != unnumbered) out_ += std::to_string(node->number);
  if (const Node* name = node->child(Slot::Name)) {
    out_ += " of ";
    print(name);
    print(node->child(Slot::Extra));
  }
  if (signature != Signature::None && !options_.simplified && !options_.no_parameters) {
    const Node* type = node->child(Slot::Type);
    out_ += reads_as_function(without_signature(type)) ? " " : " : ";
    print(type);
  }
  const Node* context = node->child(Slot::Context);
  if (!shows(context)) return nullptr;
  out_ += node->kind == Kind::Part ? " of " : " in ";
  print(context);
  return nullptr;
}

void Printer::print_signature(const Node* node, Signature signature, const Node* arguments) {
  const Node* type = node->child(Slot::Type);
  if (signature == Signature::None || type == nullptr || options_.no_parameters) return;
  const Node* labels = node->child(Slot::Labels);
  if (arguments != nullptr) {
    out_ += '<';
    print_all(arguments, ", ");
    out_ += '>';
  }
  const Node* plain = without_signature(type);
  if (signature == Signature::Colon || !reads_as_function(plain)) {
    if (options_.simplified) return;
    out_ += " : ";
    if (plain->kind != Kind::FunctionType || labels == nullptr) {
      print(type);
      return;
    }
  } else if (is_local(node->child(Slot::Name)) || needs_space_before(type)) {
    out_ += ' ';
  }
  if (labels == nullptr && arguments == nullptr) {
    print(type);
    return;
  }
  if (type->kind == Kind::GenericType) {
    if (arguments == nullptr) print(type->child(0));
    if (needs_space_before(type->child(1))) out_ += ' ';
    type = type->child(1);
  }
  if (type->kind == Kind::FunctionType) {
    print_function_type(labels, type);
  } else {
    print(type);
  }
}

void Printer::print_extension(const Node* node) {
  if (!options_.simplified) {
    out_ += "(extension in ";
    print(node->child(0), true);
    out_ += "):";
  }
  print(node->child(1));
  print(node->child(2));
}

const Node* Printer::print_anonymous_context(const Node* node) {
  if (options_.simplified) return nullptr;
  const Node* left = print(node->child(0), true);
  (out_ += ".(unknown context at ").append(node->child(1)->text) += ')';
  if (node->child(2)->count > 0) {
    out_ += '<';
    print_all(node->child(2), ", ");
    out_ += '>';
  }
  return left;
}

}  // namespace symkit::swift
