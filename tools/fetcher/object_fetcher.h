// Small files by their addresses, for a store that a web server has: each answer is handed over whole, over
// connections that are kept. What fails is told at once; who asks knows other stores.
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
  // Bytes for the tool that has asked: main.cpp lists them.
  using Tell = std::function<void(std::string_view bytes)>;

  ObjectFetcher(Connection connection, Tell tell);
  ObjectFetcher(const ObjectFetcher&) = delete;
  ObjectFetcher& operator=(const ObjectFetcher&) = delete;
  ~ObjectFetcher();

  // "NUMBER URL"
  void hear(std::string_view line);
  // Works on what is under way, and waits until something comes in there or on one of `inputs`, a second at
  // most.
  void work(std::span<const int> inputs);
  void give_up() {}  // nothing of it stays anywhere

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
