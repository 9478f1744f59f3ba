// Types, generic signatures and conformances.

#include "names/swift/known_types.h"
#include "names/swift/printer.h"

namespace symkit::swift {
namespace {

// No real depth has more parameters.
constexpr std::uint64_t most_parameters = 128;

bool is_function(const Node* type) { return type->kind == Kind::FunctionType; }

bool is_of_standard_library(const Node* nominal, std::string_view name) {
  const Node* module = nominal->child(Slot::Context);
  const Node* its_name = nominal->child(Slot::Name);
  return module != nullptr && module->kind == Kind::Module && module->text == swift_module &&
         its_name != nullptr && its_name->kind == Kind::Identifier && its_name->text == name;
}

bool is_existential(const Node* type) {
  switch (type->kind) {
    case Kind::ExistentialMetatype:
    case Kind::ProtocolList:
    case Kind::ProtocolsWithClass:
    case Kind::ProtocolsWithObject: return true;
    default: return false;
  }
}

// Whether "?" or ".Type" can follow without parentheses.
bool is_simple(const Node* type) {
  switch (type->kind) {
    case Kind::FunctionType:
    case Kind::ImplFunction:
    case Kind::Qualified:
    case Kind::OpaqueType:
    case Kind::OpaqueResult:
    case Kind::ProtocolsWithClass:
    case Kind::ConstrainedExistential:
    case Kind::PackExpansion:
    case Kind::PackElement:
    case Kind::AssociatedType:
    case Kind::GenericType: return false;
    case Kind::ProtocolList: return type->child(0)->count <= 1;
    case Kind::ProtocolsWithObject: return type->child(0)->child(0)->count == 0;
    default: return true;
  }
}

}  // namespace

std::string generic_parameter_name(std::uint64_t number) {
  std::uint64_t index = number & 0xffffffff;
  std::string name;
  do {
    name += static_cast<char>('A' + index % 26);
    index /= 26;
  } while (index > 0);
  if (const std::uint64_t depth = number >> 32; depth > 0) name += std::to_string(depth);
  return name;
}

bool needs_space_before(const Node* type) {
  return type != nullptr && !is_function(type) && type->kind != Kind::GenericType;
}

void Printer::print_type(const Node* node) {
  switch (node->kind) {
    case Kind::TypeMangling:
      if (node->child(1) != nullptr && is_function(node->child(0))) {
        print_function_type(node->child(1), node->child(0));
      } else {
        print(node->child(0));
      }
      break;
    case Kind::TypeList: print_all(node, ", "); break;
    case Kind::Builtin:
    case Kind::Integer: out_ += node->text; break;
    case Kind::BoundGeneric: print_bound_generic(node); break;
    case Kind::Tuple:
      out_ += '(';
      print_all(node, ", ");
      out_ += ')';
      break;
    case Kind::TupleElement: print_tuple_element(node); break;
    case Kind::Pack:
      out_ += node->text;
      print_all(node, ", ");
      out_ += '}';
      break;
    case Kind::PackExpansion:
      out_ += "repeat ";
      print(node->child(0));
      break;
    case Kind::PackElement:
      (out_ += "/* level: ").append(std::to_string(node->number)) += " */ each ";
      print(node->child(0));
      break;
    case Kind::FunctionType: print_function_type(nullptr, node); break;
    case Kind::ImplFunction: print_impl_function(node); break;
    case Kind::ImplParameter:
    case Kind::ImplResult:
    case Kind::ImplYield:
    case Kind::ImplError: print_impl_value(node); break;
    case Kind::Qualified:
    case Kind::SilBoxField:
      out_ += node->text;
      print(node->child(0));
      break;
    case Kind::Metatype:
    case Kind::ExistentialMetatype: print_metatype(node); break;
    case Kind::ProtocolList:
    case Kind::ProtocolsWithClass:
    case Kind::ProtocolsWithObject: print_protocols(node); break;
    case Kind::ConstrainedExistential:
      out_ += "any ";
      print(node->child(0));
      out_ += '<';
      print(node->child(1));
      out_ += '>';
      break;
    case Kind::ExistentialSelf:
    case Kind::DynamicSelf: out_ += "Self"; break;
    case Kind::SilBox: print_sil_box(node); break;
    case Kind::ErrorType: out_ += "<ERROR TYPE>"; break;
    case Kind::OpaqueResult: out_ += "some"; break;
    case Kind::OpaqueType:
      print(node->child(0));
      (out_ += '.') += std::to_string(node->number);
      break;
    case Kind::AssociatedType:
    case Kind::DependentMember:
      print(node->child(0));
      out_ += '.';
      print(node->child(1));
      break;
    case Kind::DependentName:
      if (node->child(1) != nullptr) {
        print(node->child(1));
        out_ += '.';
      }
      print(node->child(0));
      break;
    case Kind::DependentPath: print_all(node, "."); break;
    case Kind::GenericParameter: out_ += generic_parameter_name(node->number); break;
    case Kind::GenericType:
      print(node->child(0));
      if (needs_space_before(node->child(1))) out_ += ' ';
      print(node->child(1));
      break;
    case Kind::GenericSignature: print_generic_signature(node); break;
    case Kind::Requirement: print_requirement(node); break;
    case Kind::SugaredOptional:
      print_simple(node->child(0));
      out_ += '?';
      break;
    case Kind::SugaredArray:
      out_ += '[';
      print(node->child(0));
      out_ += ']';
      break;
    case Kind::SugaredDictionary:
      out_ += '[';
      print_all(node, " : ");
      out_ += ']';
      break;
    case Kind::SugaredInlineArray:
      out_ += '[';
      print_all(node, " of ");
      out_ += ']';
      break;
    case Kind::SugaredParentheses:
      out_ += '(';
      print(node->child(0));
      out_ += ')';
      break;
    case Kind::Throws: out_ += " throws"; break;
    case Kind::TypedThrows:
      out_ += " throws(";
      print(node->child(0));
      out_ += ')';
      break;
    case Kind::Conformance: print_conformance(node); break;
    case Kind::ConformanceReference:
    case Kind::AnyConformance: print_template(node->text, node); break;
    case Kind::LabelList: break;
    default: failed_ = true;  // a mark left on the stack, or half a conformance
  }
}

void Printer::print_simple(const Node* type) {
  if (is_simple(type)) {
    print(type);
    return;
  }
  out_ += '(';
  print(type);
  out_ += ')';
}

void Printer::print_bound_generic(const Node* node) {
  if (print_sugar(node)) return;
  if (node->child(0)->kind == Kind::Protocol) {
    print(node->child(1));
    out_ += " as ";
    print(node->child(0));
    return;
  }
  print(node->child(0));
  out_ += '<';
  print(node->child(1));
  out_ += '>';
}

// Optionals, arrays and dictionaries in their source notation.
bool Printer::print_sugar(const Node* node) {
  const Node* type = node->child(0);
  const Node* arguments = node->child(1);
  if (type->kind == Kind::Enum && arguments->count == 1) {
    const bool optional = is_of_standard_library(type, "Optional");
    if (!optional && !is_of_standard_library(type, "ImplicitlyUnwrappedOptional")) return false;
    print_simple(arguments->child(0));
    out_ += optional ? '?' : '!';
    return true;
  }
  if (type->kind != Kind::Structure) return false;
  const bool array = arguments->count == 1 && is_of_standard_library(type, "Array");
  if (!array && (arguments->count != 2 || !is_of_standard_library(type, "Dictionary"))) return false;
  out_ += '[';
  print_all(arguments, " : ");
  out_ += ']';
  return true;
}

void Printer::print_tuple_element(const Node* node) {
  if (const Node* label = node->child(1)) {
    print(label);
    out_ += ": ";
  }
  print(node->child(0));
  if (node->number != 0) out_ += "...";
}

void Printer::print_metatype(const Node* node) {
  out_ += node->text;
  print_simple(node->child(0));
  const bool of_protocol = node->kind == Kind::Metatype && is_existential(node->child(0));
  out_ += of_protocol ? ".Protocol" : ".Type";
}

void Printer::print_protocols(const Node* node) {
  const Node* list = node->kind == Kind::ProtocolList ? node : node->child(0);
  const Node* protocols = list->child(0);
  if (node->kind == Kind::ProtocolsWithClass) {
    print(node->child(1));
    if (protocols->count > 0) out_ += " & ";
  }
  if (node->kind == Kind::ProtocolList && protocols->count == 0) out_ += "Any";
  print_all(protocols, " & ");
  if (node->kind != Kind::ProtocolsWithObject) return;
  if (protocols->count > 0) out_ += " & ";
  out_ += options_.simplified ? "AnyObject" : "Swift.AnyObject";
}

void Printer::print_sil_box(const Node* node) {
  if (const Node* signature = node->child(1)) {
    print(signature);
    out_ += ' ';
  }
  out_ += '{';
  bool first = true;
  for (const Node* field : node->child(0)->all()) {
    out_ += first ? " " : ", ";
    first = false;
    print(field);
  }
  out_ += " }";
  if (const Node* arguments = node->child(2)) {
    out_ += " <";
    print(arguments);
    out_ += '>';
  }
}

void Printer::print_generic_signature(const Node* node) {
  out_ += '<';
  std::uint64_t depth = 0;
  for (const Node* part : node->all()) {
    if (part->kind != Kind::ParameterCount) break;
    if (depth > 0) out_ += "><";
    print_parameters_of(node, depth++, part->number);
  }
  bool first = true;
  for (const Node* part : node->all()) {
    if (part->kind != Kind::Requirement || options_.simplified) continue;
    out_ += first ? " where " : ", ";
    first = false;
    print(part);
  }
  out_ += '>';
}

void Printer::print_parameters_of(const Node* signature, std::uint64_t depth, std::uint64_t count) {
  for (std::uint64_t index = 0; index < count; ++index) {
    if (index > 0) out_ += ", ";
    if (index >= most_parameters) {
      out_ += "...";
      return;
    }
    const std::uint64_t number = generic_parameter_number(depth, index);
    const Node* value = nullptr;
    for (const Node* part : signature->all()) {
      if (part->kind != Kind::PackMarker && part->kind != Kind::ValueMarker) continue;
      if (!spend()) return;
      if (part->child(0)->kind != Kind::GenericParameter || part->child(0)->number != number) continue;
      out_ += part->kind == Kind::PackMarker ? "each " : "let ";
      value = part->child(1);
    }
    out_ += generic_parameter_name(number);
    if (value == nullptr) continue;
    out_ += ": ";
    print(value);
  }
}

void Printer::print_requirement(const Node* node) {
  print(node->child(0));
  out_ += node->text;
  print(node->child(1));
  if (node->text == ".shape == ") out_ += ".shape";
}

void Printer::print_conformance(const Node* node) {
  print(node->child(0));
  if (options_.simplified) return;
  out_ += " : ";
  print(node->child(1));
  out_ += " in ";
  print(node->child(2));
}

}  // namespace symkit::swift
