// A log whose JavaScript frames are replaced by their originals while it is read for its other frames, so
// that one pass handles all.
#pragma once

#include <memory>
#include <string>

#include "answers/sourcemap/log_rewriter.h"
#include "ground/io/line_translation.h"

namespace symkit::sourcemap {

class TranslatedLog final : public io::LineTranslation {
 public:
  // `work` must outlive it. With JSON the log stays as it is, and objects are written to the work's
  // output.
  explicit TranslatedLog(const LogWork& work);

  static std::unique_ptr<io::Input> of(std::unique_ptr<io::Input> log, const LogWork& work);

 private:
  Result<void> take_next() override;

  bool json_;
  print::Output own_output_;
  LogRewriter rewriter_;
};

}  // namespace symkit::sourcemap
