// Memory of many megabytes in large pages: the kernel hands out and takes back one of 2 MB in the time of a
// few of 4 KB, and the processor looks up addresses in it without misses. Only a hint: where there are none,
// small ones do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace symkit {

// Untouched memory; what lies in whole large pages within it will be taken from these.
void want_large_pages(void* begin, std::size_t size);

// Room for `count` elements, in large pages where there are that many.
template <class T>
void reserve_large(std::vector<T>& vector, std::size_t count) {
  if (count <= vector.capacity()) return;
  std::vector<T> larger;
  larger.reserve(count);
  want_large_pages(larger.data(), count * sizeof(T));
  larger.assign(vector.begin(), vector.end());
  vector.swap(larger);
}

// Room for `more` elements behind the last, by doubling.
template <class T>
void make_room(std::vector<T>& vector, std::size_t more) {
  if (vector.capacity() - vector.size() >= more) return;
  reserve_large(vector, std::max(vector.size() + more, vector.capacity() * 2));
}

}  // namespace symkit
