#include "answers/sourcemap/script.h"

#include <system_error>

namespace symkit::sourcemap {

void Script::start() {
  if (scanned_.valid()) return;
  try {
    scanned_ = std::async(std::launch::async, [this] { return scan(); });
  } catch (const std::system_error&) {
    // No thread can be started: functions are found at the first call instead.
    return;
  }
}

bool Script::scan() {
  auto file = io::MappedFile::open(path_);
  if (!file || file->bytes().size() > largest_scanned) return false;
  file_ = std::move(*file);
  functions_ = JsFunctions::scan(as_text(file_.bytes()));
  return true;
}

const JsFunctions* Script::functions() {
  std::call_once(asked_, [this] { usable_ = scanned_.valid() ? scanned_.get() : scan(); });
  return usable_ ? &functions_ : nullptr;
}

}  // namespace symkit::sourcemap
