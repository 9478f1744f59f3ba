#include "keep/store/shared_text.h"

#include "keep/redis/address.h"
#include "keep/redis/engine.h"
#include "keep/store/chain.h"
#include "keep/store/engine_text.h"
#include "keep/store/folder_text.h"
#include "keep/store/static_folder.h"

namespace symkit::store {

std::unique_ptr<SharedText> open_shared_text(const Chain& stores, std::string_view name,
                                             std::chrono::seconds expire) {
  for (const std::string& store : stores) {
    if (redis::is_engine(store)) {
      auto engine = redis::Engine::open(store);
      if (engine) return std::make_unique<EngineText>(std::move(*engine), name, expire);
    } else if (kind_of_store(store) == "folder" && !StaticFolder::is_one(folder_of(store))) {
      return std::make_unique<FolderText>(folder_of(store), name);
    }
  }
  return nullptr;
}

}  // namespace symkit::store
