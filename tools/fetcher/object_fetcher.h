// Fetches small files by URL, for a store on a web server: each answer is passed on in one piece, over
// connections that are kept open. Failures are reported at once; the caller knows other stores.
#pragma once

#include <curl/curl.h>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fetcher/exchange.h"

namespace symkit::fetch {

class ObjectFetcher {
 public:
  // Passes bytes to the requesting tool; main.cpp lists the formats.
  using Tell = std::function<void(std::string_view bytes)>;

  ObjectFetcher(Connection connection, Tell tell);
  ObjectFetcher(const ObjectFetcher&) = delete;
  ObjectFetcher& operator=(const ObjectFetcher&) = delete;
  ~ObjectFetcher();

  // "NUMBER URL"
  void hear(std::string_view line);
  // Handles transfers in progress, and waits until something arrives there or on one of `inputs`, at most
  // a second.
  void work(std::span<const int> inputs);
  void give_up() {}  // nothing is left on disk

 private:
  struct Ask {
    std::string number;
    std::string url;
    std::unique_ptr<Exchange> exchange = {};
    std::string body = {};
    std::string trouble = {};
    int tries = 0;
  };

  void begin_those_that_wait();
  void begin(Ask& ask);
  bool take(Ask& ask, std::string_view bytes);
  void finish(Ask& ask, CURLcode code);

  Connection connection_;
  Tell tell_;
  CURLM* multi_;
  std::deque<Ask> waiting_;
  std::map<const Ask*, std::unique_ptr<Ask>> at_work_;
};

}  // namespace symkit::fetch
