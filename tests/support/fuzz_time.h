// Fuzz targets that look at time: reading a text must not take more than a microsecond a byte, however the
// text is made. An input is the recipe of a long text, as nothing long comes of mutations: what stands in
// front, what is repeated, and what stands behind, with a NUL between.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

namespace symkit::fuzz {

constexpr std::size_t costs_nothing = 4 * 1024;  // so much is read in any time
constexpr int most_tries = 5;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int slowness = 12;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr int slowness = 12;
#else
constexpr int slowness = 1;
#endif
#else
constexpr int slowness = 1;
#endif

constexpr std::size_t long_text_size = (slowness > 1 ? 20 : 64) * std::size_t{1024};

inline std::string long_text(const std::uint8_t* data, std::size_t size) {
  std::string_view recipe(reinterpret_cast<const char*>(data), size);
  const auto part = [&] {
    const std::size_t end = std::min(recipe.find('\0'), recipe.size());
    const std::string_view text = recipe.substr(0, end);
    recipe.remove_prefix(std::min(end + 1, recipe.size()));
    return text;
  };
  const std::string_view front = part(), repeated = part(), behind = recipe;
  std::string text(front);
  while (!repeated.empty() && text.size() + repeated.size() + behind.size() <= long_text_size)
    text += repeated;
  return text += behind;
}

// The process's time on the processor: what else the machine does counts little, and threads count.
inline std::chrono::nanoseconds cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// Runs `read` on the text; again, where it took too long, for a machine can be slow for a moment.
template <class Read>
void require_linear_time(std::string_view text, Read read) {
  const auto allowed =
      std::chrono::microseconds(text.size() - std::min(text.size(), costs_nothing)) * slowness;
  std::chrono::nanoseconds least{};
  for (int i = 0; i < most_tries; ++i) {
    const auto begin = cpu_time();
    read(text);
    const auto taken = cpu_time() - begin;
    if (text.size() <= costs_nothing || taken <= allowed) return;
    least = i == 0 ? taken : std::min(least, taken);
  }
  std::fprintf(stderr, "%zu bytes took %.1f ms, and may take %.1f ms\n", text.size(),
               static_cast<double>(least.count()) / 1e6, static_cast<double>(allowed.count()) / 1e3);
  std::abort();
}

// Each line with its end.
template <class Take>
void for_each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    take(text.substr(0, size));
    text.remove_prefix(size);
  }
}

}  // namespace symkit::fuzz
