// Entities: functions, variables, subscripts and their accessors, constructors, closures, macros.
#include "names/swift/entity_names.h"
#include "names/swift/parser.h"

namespace symkit::swift {
namespace {

struct MacroKind {
  char letter;
  std::string_view words;
  bool attached;
};

constexpr std::array macro_kinds = std::to_array<MacroKind>({
    {'a', "accessor", true},
    {'r', "memberAttribute", true},
    {'m', "member", true},
    {'p', "peer", true},
    {'c', "conformance", true},
    {'e', "extension", true},
    {'q', "preamble", true},
    {'b', "body", true},
    {'f', "freestanding macro expansion #", false},
    {'u', "unique name #", false},
});

}  // namespace

Node* Parser::extension() {
  Node* signature = pop(Kind::GenericSignature);
  Node* module = pop_module();
  Node* type = pop_type();
  if (module == nullptr || type == nullptr) return nullptr;
  if (!is_nominal(type->kind) && type->kind != Kind::Builtin) return nullptr;
  return make_.with_gaps(Kind::Extension, {module, type, signature});
}

Node* Parser::plain_function() {
  Node* signature = pop(Kind::GenericSignature);
  Node* type = function_type("", true);
  Node* labels = pop_labels(type);
  if (signature != nullptr) type = as_type(make_.node(Kind::GenericType, {signature, type}));
  Node* name = pop_declaration_name();
  Node* context = pop_context();
  if (type == nullptr || name == nullptr || context == nullptr) return nullptr;
  return make_.with_gaps(Kind::Function, {context, name, labels, type});
}

Node* Parser::named_entity(Kind kind) {
  Node* type = pop_type();
  Node* labels = pop_labels(type);
  Node* name = pop_declaration_name();
  Node* context = pop_context();
  if (type == nullptr || name == nullptr || context == nullptr) return nullptr;
  return make_.with_gaps(kind, {context, name, labels, type});
}

Node* Parser::subscript() {
  Node* file = pop(Kind::PrivateName);
  Node* type = pop_type();
  Node* labels = pop_labels(type);
  Node* context = pop_context();
  if (type == nullptr || context == nullptr) return nullptr;
  return make_.with_gaps(Kind::Subscript, {context, nullptr, labels, type, file});
}

Node* Parser::accessor(Node* storage) {
  const char c = next();
  if (c == 'p') return storage;
  const std::string_view name = c == 'a' || c == 'l' ? addressor_name(next(), c == 'a') : accessor_name(c);
  return name.empty() ? nullptr : make_.node(Kind::Accessor, {storage}, name);
}

Node* Parser::function_entity() {
  const char c = next();
  switch (c) {
    case 'A': return part("default argument ", true);
    case 'C': return constructor(true);
    case 'c': return constructor(false);
    case 'D': return deinit(true, false);
    case 'Z': return deinit(true, true);
    case 'd': return deinit(false, false);
    case 'E': return make_.node(Kind::Deinit, {pop_context()}, "__ivar_destroyer");
    case 'e': return make_.node(Kind::Deinit, {pop_context()}, "__ivar_initializer");
    case 'F': return part("property wrapped field init accessor", false);
    case 'M': return macro_expansion();
    case 'P': return part("property wrapper backing initializer", false);
    case 'U': return closure("closure #");
    case 'W': return part("property wrapper init from projected value", false);
    case 'a': return make_.node(Kind::Phrase, {pop_entity()}, "runtime attribute generator of %0");
    case 'i': return part("variable initialization expression", false);
    case 'm': return named_entity(Kind::Macro);
    case 'p': {
      Node* type = pop_type();
      Node* name = pop_declaration_name();
      Node* context = pop_context();
      return make_.node(Kind::GenericParameterDecl, {context, name, name, type});
    }
    case 'u': return closure("implicit closure #");
    default: return nullptr;
  }
}

Node* Parser::constructor(bool allocating) {
  Node* file = pop(Kind::PrivateName);
  Node* type = pop_type();
  Node* labels = pop_labels(type);
  Node* context = pop_context();
  if (type == nullptr || context == nullptr) return nullptr;
  return make_.with_gaps(Kind::Constructor, {context, nullptr, labels, type, file},
                         allocating && is_class(context) ? "__allocating_init" : "init");
}

Node* Parser::deinit(bool allocating, bool isolated) {
  Node* context = pop_context();
  std::string_view name = "deinit";
  if (allocating && is_class(context))
    name = isolated ? "__isolated_deallocating_deinit" : "__deallocating_deinit";
  return make_.node(Kind::Deinit, {context}, name);
}

Node* Parser::closure(std::string_view text) {
  const auto number = index();
  Node* type = pop_type();
  Node* context = pop_context();
  if (!number || type == nullptr || context == nullptr) return nullptr;
  return make_.with_gaps(Kind::Closure, {context, nullptr, nullptr, type}, text, *number + 1);
}

Node* Parser::part(std::string_view text, bool numbered) {
  constexpr std::uint64_t none = ~std::uint64_t{0};
  const auto number = numbered ? index() : none;
  return number ? make_.node(Kind::Part, {pop_context()}, text, *number) : nullptr;
}

// The position of a macro outside declarations: its line and column.
Node* Parser::macro_place() {
  const auto line = index();
  const auto column = index();
  if (!line || !column) return nullptr;
  Node* file = pop(Kind::Identifier);
  Node* module = pop(Kind::Identifier);
  return make_.node(Kind::EntityPhrase, {module, file},
                    make_.arena().text("module %0 file %1 line " + std::to_string(*line) + " column " +
                                       std::to_string(*column)));
}

// For a macro at a declaration: that declaration and the macro's name; for a freestanding one: its name.
Node* Parser::macro_expansion() {
  const char c = next();
  if (c == 'X') return macro_place();
  const MacroKind* kind = nullptr;
  for (const MacroKind& known : macro_kinds)
    if (known.letter == c) kind = &known;
  if (kind == nullptr) return nullptr;
  std::string_view words = kind->words;
  if (kind->attached) {
    const Node* macro = pop(Kind::Identifier);
    if (macro == nullptr) return nullptr;
    words =
        make_.arena().text(std::string(kind->words) + " macro @" + std::string(macro->text) + " expansion #");
  }
  Node* name = pop_declaration_name();
  Node* file = pop(Kind::PrivateName);
  Node* context = pop_context();
  const auto number = index();
  if (!number || name == nullptr || context == nullptr) return nullptr;
  return make_.with_gaps(Kind::MacroExpansion, {context, name, nullptr, nullptr, file}, words, *number + 1);
}

}  // namespace symkit::swift
