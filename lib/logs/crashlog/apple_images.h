// The list of images at the end of Apple's reports, whichever kind of report it is:
//   0x102230000 - 0x102237fff [+]MyApp arm64  <82d13d98219e3040b62a07a297007a7c> /private/var/…/MyApp
//   0x10ab5c000 - 0x10ab63fff +com.example.MyApp (1.4 - 128) <82D13D98-219E-…> /Applications/…/MyApp
#pragma once

#include <string_view>

#include "logs/crashlog/report.h"

namespace symkit::crashlog {

// Whether the line is part of that list; its image is added to the report.
bool read_apple_image(std::string_view line, std::size_t start, Report& report);

// Reads "ARM-64 (Native)", "X86-64 (Translated)", "ARM (Native)": the text after "Code Type:".
Architecture apple_code_type(std::string_view text);

// The listed image that holds the address, even if the address is a signed pointer as on arm64e.
const ListedImage* apple_image_holding(std::uint64_t address, Report& report);

// Whether a function's name in a log is useful to a reader.
bool is_readable_symbol(std::string_view symbol);

}  // namespace symkit::crashlog
