#include "stacks/values/shapes/children.h"

#include "ground/base/words.h"

namespace symkit::values {

bool Children::next(bool has_comma) {
  if (is_too_deep_ || out_.is_full()) return false;
  if (count_ == most_elements) return is_cut_ = true, false;
  if (count_ == 0 && has_heading_) out_.put(" = ");
  if (out_.put_too_deep(level_)) return is_too_deep_ = true, false;
  if (count_ == 0)
    out_.put("{");
  else if (has_comma)
    out_.put(", ");
  ++count_;
  return true;
}

bool Children::begin(std::string_view name) {
  is_key_ = false;
  if (!next(true)) return false;
  if (!name.empty()) out_.put(say(name, " = "));
  return true;
}

bool Children::begin_key() {
  if (!next(true)) return false;
  is_key_ = true;
  out_.put("[");
  return true;
}

bool Children::begin_value() {
  is_key_ = false;
  out_.put("] = ");
  return next(false);
}

Level Children::level() const {
  Level inner = level_.inner();
  // A key may be one level deeper, so that it is printed where its value is not.
  if (is_key_) ++inner.deepest;
  return inner;
}

void Children::end() {
  if (count_ == 0 || is_too_deep_) return;
  // gdb does not look whether there is one more than it prints.
  if (count_ == most_elements || is_cut_) out_.put("...");
  out_.put("}");
}

}  // namespace symkit::values
