#include "dropin/options_of.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "ground/base/words.h"

namespace symkit::dropin {
namespace {

int end_with(const Ending& ending) {
  std::fwrite(ending.text.data(), 1, ending.text.size(), ending.status == 0 ? stdout : stderr);
  return ending.status;
}

// The words of arguments, and of the files that they name. A file may name itself, and a device has no
// end, so there is a limit.
class ResponseFiles {
 public:
  Result<std::vector<std::string>> expand(const std::vector<std::string>& arguments) {
    if (const auto added = add(arguments); !added) return fail(added.error());
    return std::move(words_);
  }

 private:
  Result<void> add(const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
      const bool may_be_file = argument.size() > 1 && argument.front() == '@';
      const File file(may_be_file ? std::fopen(argument.c_str() + 1, "re") : nullptr, &std::fclose);
      if (file == nullptr) {
        words_.push_back(argument);
        continue;
      }
      if (open_ == deepest || files_left_-- == 0)
        return fail(say(argument, ": too many nested option files; does the file name itself?"));
      const auto text = text_of(argument, file.get());
      if (!text) return fail(text.error());
      ++open_;
      if (const auto added = add(words_of(*text)); !added) return added;
      --open_;
    }
    return {};
  }

  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  Result<std::string> text_of(const std::string& argument, std::FILE* file) {
    std::string text;
    char piece[4096];
    while (const std::size_t size = std::fread(piece, 1, sizeof piece, file)) {
      if (size > bytes_left_) return fail(say(argument, ": more than 16 MB of options"));
      bytes_left_ -= size;
      text.append(piece, size);
    }
    if (std::ferror(file) != 0) return fail(say(argument, ": ", std::strerror(errno)));
    return text;
  }

  static constexpr int deepest = 8;

  std::vector<std::string> words_;
  int open_ = 0;
  int files_left_ = 2000;
  std::size_t bytes_left_ = std::size_t{16} << 20;
};

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool within = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_blank = std::string_view(" \t\r\n").contains(c);
    if (quote == 0 && is_blank) {
      if (within) words.push_back(std::move(word));
      word.clear();
      within = false;
      continue;
    }
    within = true;
    if (c == '\\' && quote != '\'' && at + 1 < text.size())
      word += text[++at];
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = 0;
    else
      word += c;
  }
  if (within) words.push_back(std::move(word));
  return words;
}

Result<std::vector<std::string>> with_response_files(const std::vector<std::string>& arguments) {
  return ResponseFiles().expand(arguments);
}

ReadOptions read_options(const std::string& program, const std::vector<std::string>& arguments,
                         const OptionSet& set,
                         const std::function<std::optional<Ending>(int, std::string_view)>& take,
                         const std::function<std::string(std::string_view)>& refused) {
  ReadOptions read;
  const auto expanded =
      set.has_response_files ? with_response_files(arguments) : Result<std::vector<std::string>>(arguments);
  if (!expanded) {
    read.status = end_with({1, say(program, ": ", expanded.error().message, "\n")});
    return read;
  }
  std::vector<std::string> words = {program};
  words.insert(words.end(), expanded->begin(), expanded->end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::vector<option> names = set.names;
  names.push_back({});
  const auto get = set.one_dash_is_enough ? getopt_long_only : getopt_long;
  ::opterr = 0;
  ::optind = 0;
  const int count = static_cast<int>(words.size());
  for (int found = 0;
       (found = get(count, pointers.data(), set.letters, names.data(), nullptr)) != -1 && !read.status;) {
    const char* const value = ::optarg == nullptr ? "" : ::optarg;
    const auto word = pointers[static_cast<std::size_t>(::optind > 1 ? ::optind - 1 : 1)];
    const auto ending = found == '?' ? Ending{1, refused(word)} : take(found, value);
    if (ending) read.status = end_with(*ending);
  }
  for (int at = ::optind; at < count; ++at)
    read.operands.emplace_back(pointers[static_cast<std::size_t>(at)]);
  return read;
}

}  // namespace symkit::dropin
