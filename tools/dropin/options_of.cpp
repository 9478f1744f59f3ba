#include "dropin/options_of.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>

namespace symkit::dropin {
namespace {

constexpr int deepest_file = 8;

int end_with(const Ending& ending) {
  std::fwrite(ending.text.data(), 1, ending.text.size(), ending.status == 0 ? stdout : stderr);
  return ending.status;
}

// A stream is made only where there is a file: the first of a process takes a tenth of its start.
std::optional<std::string> text_of(const std::string& path) {
  std::ifstream file(path);
  if (!file.is_open()) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

void add_words(const std::vector<std::string>& arguments, int depth, std::vector<std::string>& words) {
  for (const std::string& argument : arguments) {
    const bool may_be_file = argument.size() > 1 && argument.front() == '@' && depth < deepest_file;
    const auto text = may_be_file ? text_of(argument.substr(1)) : std::nullopt;
    if (text)
      add_words(words_of(*text), depth + 1, words);
    else
      words.push_back(argument);
  }
}

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

std::vector<std::string> with_response_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  add_words(arguments, 0, words);
  return words;
}

ReadOptions read_options(const std::string& program, const std::vector<std::string>& arguments,
                         const OptionSet& set,
                         const std::function<std::optional<Ending>(int, std::string_view)>& take,
                         const std::function<std::string(std::string_view)>& refused) {
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::vector<option> names = set.names;
  names.push_back({});
  const auto get = set.one_dash_is_enough ? getopt_long_only : getopt_long;
  ReadOptions read;
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
