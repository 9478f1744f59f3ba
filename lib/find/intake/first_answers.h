// An image that was found without an index: answers from what each answer needs, and prepares the index
// into the store when preparing.h says so.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "answers/symbolize/unprepared.h"
#include "debug/symbols/excerpts.h"
#include "find/intake/preparing.h"
#include "ground/io/blob.h"

namespace symkit::intake {

class FirstAnswers final : public symbolize::Unprepared {
 public:
  // How the image's index is made and kept.
  struct Ways {
    std::shared_ptr<void> owner;  // of everything below
    std::unique_ptr<symbols::Excerpts> excerpts;
    index::Facts facts;
    FileAddress text_base;  // of the image, to which its offsets are relative
    bool counts_from_load = false;
    std::string path;  // for messages
    std::function<Result<io::SharedBlob>()> prepare;
    std::function<void()> leave_note;
  };

  FirstAnswers(Ways ways, PreparingPolicy policy);

  const index::Facts& facts() const override { return *facts_; }
  bool is_trampoline(ImageOffset offset) const override {
    return ways_.excerpts->is_trampoline(to_file(offset, ways_.text_base));
  }
  Result<symbolize::ImagePart> part(ImageOffset offset) override;
  Result<std::shared_ptr<const symbolize::NativeImage>> whole() override;
  void expect(std::span<const ImageOffset> offsets) override;

 private:
  Result<symbolize::ImagePart> excerpt(ImageOffset offset);
  Result<std::shared_ptr<const symbolize::NativeImage>> prepared();
  Result<std::shared_ptr<const symbolize::NativeImage>> opened(io::SharedBlob index) const;

  std::mutex mutex_;
  Ways ways_;
  PreparingPolicy policy_;
  std::atomic<const index::Facts*> facts_;  // of the index, once there is one
  bool has_noted_ = false;
  std::map<ImageOffset, symbolize::ImagePart> parts_;  // made so far, by their first offset
  std::shared_ptr<const symbolize::NativeImage> whole_;
};

}  // namespace symkit::intake
