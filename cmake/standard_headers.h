// What most rooms include of the standard library, read once for all of them where rooms are compiled whole
// (SYMKIT_UNITY). A file still includes what it uses: builds of each source by itself do without this.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>
