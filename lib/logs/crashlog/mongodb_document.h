// MongoDB's stacks: a line of JSON with the images and all frames, and a line for each frame.
//   … "attr":{"bt":{"backtrace":[{"a":"55D0C0A2BA2B","b":"55D0C0A00000","o":"2BA2B","s":"_ZN5mongo1fEv"},…],
//     "processInfo":{…,"somap":[{"b":"55D0C0A00000","path":"/usr/bin/mongod","buildId":"0123…"},…]}}}
//   … "attr":{"frame":{"a":"55D0C0A2BA2B","b":"55D0C0A00000","o":"2BA2B","s":"_ZN5mongo1fEv","s+":"1D"}}
// "a" is the address, "b" where the image begins. Before MongoDB 4.4 the offset "o" is there instead of
// "a".
#pragma once

#include <optional>

#include "ground/json/document.h"
#include "logs/crashlog/document.h"

namespace symkit::crashlog {

// Nothing if the document is of another kind.
std::optional<DocumentReport> read_mongodb(const json::Document& document);

}  // namespace symkit::crashlog
