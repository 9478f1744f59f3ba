#include "common/fetching.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "ground/base/words.h"
#include "ground/print/transfer_line.h"
#include "ground/print/visible.h"
#include "keep/fetch/servers.h"

namespace symkit::tools {
namespace {

constexpr std::size_t most_lines = 8;

std::string line_of(const fetch::Transfer& transfer, std::size_t columns) {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - transfer.begun;
  return print::transfer_line({.name = transfer.name,
                               .what = transfer.what,
                               .server = transfer.server,
                               .done = transfer.done,
                               .total = transfer.total,
                               .lately = transfer.done - std::min(transfer.before, transfer.done),
                               .seconds = seconds.count()},
                              columns);
}

}  // namespace

void declare_fetching(CommandLine& line, FetchOptions& options) {
  line.flag("--fetch", options.fetch);
  line.option("--server", options.servers);
}

void declare_keep_downloads(CommandLine& line, FetchOptions& options) {
  line.choice("--keep-downloads", options.keep_downloads, {{"yes", true}, {"no", false}});
}

Result<void> read_wait(const std::string& text, std::chrono::milliseconds& wait) {
  constexpr double longest = 86'400;
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(seconds >= 0 && seconds <= longest))
    return fail("'" + text + "' is not a number of seconds, from 0 to 86400");
  wait = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  return {};
}

Result<std::shared_ptr<fetch::Downloads>> open_downloads(const FetchOptions& options,
                                                         print::Progress& progress, Console& console,
                                                         bool only_looks) {
  auto servers = fetch::servers_to_ask(options.servers, options.fetch);
  if (!servers) return fail(servers.error());
  if (servers->empty()) return nullptr;
  fetch::DownloadOptions how{.servers = std::move(*servers), .only_looks = only_looks};
  how.keeps = options.keep_downloads;
  how.warn = [&](const std::string& message) { progress.print_between([&] { console.warning(message); }); };
  if (progress.shown())
    how.under_way_changed = [&](const fetch::Downloads& downloads) {
      progress.show_besides(download_lines(downloads.under_way(), progress.columns()));
    };
  return std::make_shared<fetch::Downloads>(std::move(how));
}

void print_outcomes(const fetch::Downloads& downloads, FoundImages found) {
  for (const fetch::Outcome& outcome : downloads.outcomes()) found.erase(outcome.wanted.key());
  for (const auto& [key, one] : found)
    std::fprintf(stderr, "%s: from %s\n", print::visible(one.first).c_str(),
                 print::visible(one.second).c_str());
  for (const std::string& note : downloads.notes())
    std::fprintf(stderr, "%s\n", print::visible(note).c_str());
  for (const fetch::Outcome& outcome : downloads.outcomes()) {
    std::string tried;
    for (const std::string& one : outcome.tried) tried += (tried.empty() ? "" : "; ") + one;
    const std::string name =
        print::visible(outcome.wanted.name.empty() ? outcome.wanted.id.hex() : outcome.wanted.name);
    if (!outcome.from.empty())
      std::fprintf(stderr, "%s: from %s\n", name.c_str(), print::visible(outcome.from).c_str());
    if (!tried.empty())
      std::fprintf(stderr, "%s: tried without success: %s\n", name.c_str(), print::visible(tried).c_str());
  }
}

std::vector<std::string> download_lines(const std::vector<fetch::Transfer>& transfers, std::size_t columns) {
  std::vector<std::string> lines;
  for (const fetch::Transfer& transfer : transfers) {
    if (lines.size() == most_lines) {
      lines.push_back(say("… and ", transfers.size() - most_lines, " more"));
      break;
    }
    lines.push_back(line_of(transfer, columns));
  }
  return lines;
}

}  // namespace symkit::tools
