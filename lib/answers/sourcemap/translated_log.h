// A log whose frames of JavaScript get their originals on the way to whoever answers its other frames, so
// that one pass answers all.
#pragma once

#include <memory>
#include <string>

#include "answers/sourcemap/log_rewriter.h"
#include "ground/io/line_translation.h"

namespace symkit::sourcemap {

class TranslatedLog final : public io::LineTranslation {
 public:
  // `work` must outlive it. In JSON the log stays, and objects go to the work's output.
  explicit TranslatedLog(const LogWork& work);

  static std::unique_ptr<io::Input> of(std::unique_ptr<io::Input> log, const LogWork& work);

 private:
  Result<void> take_next() override;

  bool json_;
  print::Output own_output_;
  LogRewriter rewriter_;
};

}  // namespace symkit::sourcemap
