// Containers, strings and the like, known by the names of their types and members. Each has a line in the
// list in shapes.cpp. A printer returns false, before it has printed anything, if the members are not those
// that it knows: then the record is printed as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "stacks/values/printer.h"
#include "stacks/values/shapes/parts.h"

namespace symkit::values {

using ShapePrinter = bool (*)(Printer& out, const Whole& whole, Level level);

// C++'s library: both GNU's and LLVM's.
bool print_string(Printer& out, const Whole& whole, Level level);
bool print_string_view(Printer& out, const Whole& whole, Level level);
bool print_vector(Printer& out, const Whole& whole, Level level);
bool print_map(Printer& out, const Whole& whole, Level level);
bool print_set(Printer& out, const Whole& whole, Level level);
bool print_hash_map(Printer& out, const Whole& whole, Level level);
bool print_hash_set(Printer& out, const Whole& whole, Level level);
bool print_list(Printer& out, const Whole& whole, Level level);
bool print_forward_list(Printer& out, const Whole& whole, Level level);
bool print_deque(Printer& out, const Whole& whole, Level level);
bool print_optional(Printer& out, const Whole& whole, Level level);
bool print_variant(Printer& out, const Whole& whole, Level level);
bool print_unique_ptr(Printer& out, const Whole& whole, Level level);
bool print_shared_ptr(Printer& out, const Whole& whole, Level level);
bool print_tuple(Printer& out, const Whole& whole, Level level);
bool print_pair(Printer& out, const Whole& whole, Level level);
bool print_adaptor(Printer& out, const Whole& whole, Level level);
bool print_span(Printer& out, const Whole& whole, Level level);
bool print_initializer_list(Printer& out, const Whole& whole, Level level);
bool print_atomic(Printer& out, const Whole& whole, Level level);
bool print_bitset(Printer& out, const Whole& whole, Level level);
bool print_path(Printer& out, const Whole& whole, Level level);
bool print_iterator(Printer& out, const Whole& whole, Level level);
bool print_bit_iterator(Printer& out, const Whole& whole, Level level);
bool print_tree_iterator(Printer& out, const Whole& whole, Level level);

// Rust's library.
bool print_rust_string(Printer& out, const Whole& whole, Level level);
bool print_rust_os_string(Printer& out, const Whole& whole, Level level);
bool print_rust_str(Printer& out, const Whole& whole, Level level);
bool print_rust_slice(Printer& out, const Whole& whole, Level level);
bool print_rust_vec(Printer& out, const Whole& whole, Level level);
bool print_rust_vec_deque(Printer& out, const Whole& whole, Level level);
bool print_rust_rc(Printer& out, const Whole& whole, Level level);
bool print_rust_cell(Printer& out, const Whole& whole, Level level);
bool print_rust_ref_cell(Printer& out, const Whole& whole, Level level);
bool print_rust_non_zero(Printer& out, const Whole& whole, Level level);
bool print_rust_hash_map(Printer& out, const Whole& whole, Level level);
bool print_rust_hash_set(Printer& out, const Whole& whole, Level level);
bool print_rust_tree_map(Printer& out, const Whole& whole, Level level);
bool print_rust_tree_set(Printer& out, const Whole& whole, Level level);
// What is no library's, but has two words: an address and a count.
bool print_rust_fat_pointer(Printer& out, const Whole& whole, Level level);

bool print_go_string(Printer& out, const Whole& whole, Level level);
bool print_go_slice(Printer& out, const Whole& whole, Level level);

// The text of a string, for what tells by it; nothing if it is none, or cannot be read.
std::optional<std::string> text_in(const Printer& out, const Whole& whole);
// The first element of GNU's tuple, and the pointer in its std::unique_ptr.
std::optional<Part> first_of_tuple(const Printer& out, const Part& tuple);
std::optional<Part> unique_pointer(const Printer& out, const Whole& whole);
// "1 element", "5 elements"
std::string counted_elements(std::uint64_t count);
// "std::vector" for "std::__1::vector", as GNU's library would have it.
std::string without_llvms_versions(std::string name);
// A type's name as GNU's printers shorten it: without arguments that are a template's defaults.
std::string short_name(const Printer& out, TypeId type);

}  // namespace symkit::values
