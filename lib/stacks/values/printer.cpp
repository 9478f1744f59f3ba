#include "stacks/values/printer.h"

#include <algorithm>

#include "ground/base/words.h"

namespace symkit::values {
namespace {

constexpr std::size_t longest_text = 64UL << 10;

bool has_parts(Kind kind) { return kind == Kind::Record || kind == Kind::Union || kind == Kind::Array; }

}  // namespace

void Printer::put(std::string_view text) {
  if (is_full_) return;
  text_ += text;
  if (text_.size() <= longest_text) return;
  text_.resize(longest_text);
  // A character is not cut in two.
  while (!text_.empty() && (static_cast<unsigned char>(text_.back()) & 0xc0U) == 0x80U) text_.pop_back();
  if (!text_.empty() && static_cast<unsigned char>(text_.back()) >= 0xc0U) text_.pop_back();
  text_ += "...";
  is_full_ = true;
}

bool Printer::may_compare(std::uint64_t bytes) {
  constexpr std::uint64_t most = 4UL << 20;
  compared_ += std::min(bytes, most);
  return compared_ <= most;
}

void Printer::put_lack(Lack lack) {
  put_lack(lack, lack == Lack::OptimizedOut ? "<optimized out>" : "<unavailable>");
}

void Printer::put_lack(Lack lack, std::string_view as) {
  if (!lack_) lack_ = lack;
  put(as);
}

void Printer::put_redacted() {
  ++redacted_;
  put("<redacted>");
}

void Printer::put_unreadable(std::uint64_t address) {
  if (!lack_) lack_ = Lack::NotDumped;
  if (!unreadable_) unreadable_ = address;
  put(say("<error: Cannot access memory at address ", hex(address), ">"));
}

void Printer::put_address(std::uint64_t address) {
  const std::string symbol = where_.symbol_at(address);
  put_known(symbol.empty() ? hex(address) : say(hex(address), " <", symbol, ">"));
}

bool Printer::put_too_deep(Level level) {
  if (!level.is_too_deep()) return false;
  put("{...}");
  return true;
}

// Compilers need not write the size of what is an address.
std::optional<std::uint64_t> Printer::size_of(TypeId id) const {
  const Type& type = bare(id);
  if (type.has_size) return type.size;
  switch (type.kind) {
    case Kind::Pointer:
    case Kind::Reference:
    case Kind::MovedReference: return where_.address_size;
    case Kind::MemberPointer:
      return bare(type.of).kind == Kind::Function ? 2 * where_.address_size : where_.address_size;
    default: return variables::size_of(id, where_.types);
  }
}

void Printer::value(const Object& object, TypeId id, Level level) {
  // Not all that is within something else is a level of its own.
  constexpr unsigned deepest = 100;
  if (is_full_) return;
  if (nested_ == deepest) return put("{...}");
  ++nested_;
  value_within(object, id, level);
  --nested_;
}

void Printer::value_within(const Object& object, TypeId id, Level level) {
  const Type& type = bare(id);
  if (has_parts(type.kind) && type.is_declared_only) {
    if (const TypeId whole = where_.types.defined(id); whole != 0) return value(object, whole, level);
    return put("<incomplete type>");
  }
  if (print_shape(*this, object, type, level)) return;
  switch (type.kind) {
    case Kind::Base:
    case Kind::Enumeration: return print_scalar(*this, object, type, id);
    case Kind::Array: return print_array(*this, object, type, level);
    case Kind::Record:
    case Kind::Union:
      if (put_too_deep(level)) return;
      return where_.language == Language::Rust ? print_rust_record(*this, object, type, level)
                                               : print_record(*this, object, type, level);
    case Kind::Pointer: return print_pointer(*this, object, type);
    case Kind::Reference:
    case Kind::MovedReference: return print_reference(*this, object, type, level);
    case Kind::Function: return print_function(*this, object, type);
    case Kind::MemberPointer: return print_member_pointer(*this, object, type);
    case Kind::Unspecified:
      // decltype(nullptr) has one value; of others gdb says no more.
      return put_known(type.name.find("nullptr") != std::string::npos ? "0" : "void");
    default: return put_lack(Lack::NotUnderstood);
  }
}

Text Printer::done() && {
  if (known_ == 0 && redacted_ != 0) return {"", State::Redacted};
  if (known_ != 0 || !lack_) return {std::move(text_)};
  if (*lack_ == Lack::OptimizedOut) return {"", State::OptimizedOut};
  if (unreadable_) return {say("no memory at ", hex(*unreadable_)), State::Unavailable};
  return {*lack_ == Lack::NotDumped ? "not in the dump" : "described in a way that is not known",
          State::Unavailable};
}

}  // namespace symkit::values
