// What nearly every test includes, compiled once for all of them. A test still includes what it uses.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
