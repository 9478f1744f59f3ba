#include "names/swift/entity_names.h"

namespace symkit::swift {

std::string_view addressor_name(char c, bool is_mutable) {
  switch (c) {
    case 'O': return is_mutable ? "owningMutableAddressor" : "owningAddressor";
    case 'o': return is_mutable ? "nativeOwningMutableAddressor" : "nativeOwningAddressor";
    case 'p':
    case 'P': return is_mutable ? "nativePinningMutableAddressor" : "nativePinningAddressor";
    case 'u': return is_mutable ? "unsafeMutableAddressor" : "unsafeAddressor";
    default: return {};
  }
}

std::string_view accessor_name(char c) {
  switch (c) {
    case 'm': return "materializeForSet";
    case 's': return "setter";
    case 'g':
    case 'G': return "getter";
    case 'w': return "willset";
    case 'W': return "didset";
    case 'r': return "read";
    case 'M': return "modify";
    case 'i': return "init";
    case 'x': return "modify2";
    case 'y': return "read2";
    case 'b': return "borrow";
    case 'z': return "mutate";
    default: return {};
  }
}

}  // namespace symkit::swift
