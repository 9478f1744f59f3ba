#include "dropin/llvm_words.h"

#include "common/nearest_word.h"
#include "ground/base/words.h"

namespace symkit::dropin {
namespace {

class LlvmWordReader {
 public:
  LlvmWordReader(const std::vector<std::string>& words, std::span<const LlvmSpelling> spellings,
                 const std::function<void(int, std::string_view)>& take)
      : words_(words), spellings_(spellings), take_(take) {}

  Result<std::vector<std::string>> read() {
    std::vector<std::string> operands;
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (!word.starts_with('-') || word == "-") {
        if (!word.empty()) operands.push_back(word);
      } else if (const auto taken = take_word(word); !taken) {
        return fail(taken.error());
      }
    }
    return operands;
  }

 private:
  // `text`: after the first dash of the argument.
  Result<void> take_word(std::string_view word) {
    std::string_view text = word.substr(1);
    if (const LlvmSpelling* const option = found(text)) return take(*option, text);
    if (text.starts_with('-')) return refuse(word);
    // "fi" is "f" and "i".
    while (const LlvmSpelling* const letter = found(text.substr(0, 1))) {
      if (letter->value != LlvmValue::None || text.substr(1).starts_with('=')) break;
      take_(letter->option, {});
      text.remove_prefix(1);
      if (text.empty()) return {};
      if (const LlvmSpelling* const option = found(text)) return take(*option, text);
    }
    return refuse(word);
  }

  const LlvmSpelling* found(std::string_view text) const {
    for (const LlvmSpelling& spelling : spellings_) {
      const std::string_view wanted = spelling.text.substr(1);
      if (!text.starts_with(wanted)) continue;
      const bool may_be_joined =
          spelling.value == LlvmValue::Joined || spelling.value == LlvmValue::JoinedOrNext;
      if (may_be_joined || text.size() == wanted.size()) return &spelling;
    }
    return nullptr;
  }

  Result<void> take(const LlvmSpelling& option, std::string_view text) {
    std::string_view value = text.substr(option.text.size() - 1);
    const bool is_next =
        option.value == LlvmValue::Next || (option.value == LlvmValue::JoinedOrNext && value.empty());
    if (is_next) {
      if (++at_ == words_.size()) return fail(say(option.text, ": missing argument"));
      value = words_[at_];
    }
    take_(option.option, value);
    return {};
  }

  Result<void> refuse(std::string_view word) const {
    std::vector<std::string_view> texts;
    texts.reserve(spellings_.size());
    for (const LlvmSpelling& spelling : spellings_) texts.push_back(spelling.text);
    const std::string_view meant = tools::nearest_word(word.substr(0, word.find('=')), texts);
    std::string complaint = say("unknown argument '", word, "'");
    if (!meant.empty() && word.size() > 2) complaint += say(", did you mean '", meant, "'?");
    return fail(std::move(complaint));
  }

  const std::vector<std::string>& words_;
  std::span<const LlvmSpelling> spellings_;
  const std::function<void(int, std::string_view)>& take_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<std::string>> read_llvm_words(const std::vector<std::string>& words,
                                                 std::span<const LlvmSpelling> spellings,
                                                 const std::function<void(int, std::string_view)>& take) {
  return LlvmWordReader(words, spellings, take).read();
}

}  // namespace symkit::dropin
