//! Samply's own answers to /symbolicate/v5 as a small server, so that it can be measured beside others:
//!     samply-peer THREADS keep|anew NAME/BREAKPAD-ID=FILE...
//! `keep`: each file is read once, at the start, and stays open. `anew`: with each question, as samply does.
//! The first line that it prints is its address.
use std::collections::HashMap;
use std::fmt::{Display, Formatter};
use std::fs::File;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use samply_api::samply_symbols::debugid::DebugId;
use samply_api::samply_symbols::{
    CandidatePathInfo, FileAndPathHelper, FileAndPathHelperResult, FileLocation, LibraryInfo,
    LookupAddress, OptionallySendFuture, SymbolManager, SymbolMap, SymbolMapTrait, SyncAddressInfo,
};
use tiny_http::{Header, Response, Server};

#[derive(Clone)]
struct Place(PathBuf);

impl Display for Place {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        self.0.display().fmt(out)
    }
}

/// Nothing lies beside the files.
impl FileLocation for Place {
    fn location_for_dyld_subcache(&self, _: &str) -> Option<Self> {
        None
    }
    fn location_for_external_object_file(&self, _: &str) -> Option<Self> {
        None
    }
    fn location_for_pdb_from_binary(&self, _: &str) -> Option<Self> {
        None
    }
    fn location_for_source_file(&self, _: &str) -> Option<Self> {
        None
    }
    fn location_for_breakpad_symindex(&self) -> Option<Self> {
        None
    }
    fn location_for_dwo(&self, _: &str, _: &str) -> Option<Self> {
        None
    }
    fn location_for_dwp(&self) -> Option<Self> {
        None
    }
}

type Map = Arc<dyn SymbolMapTrait + Send + Sync>;

struct Files {
    places: HashMap<DebugId, Place>,
    kept: OnceLock<HashMap<DebugId, Map>>,
}

impl FileAndPathHelper for Files {
    type F = memmap2::Mmap;
    type FL = Place;

    fn get_candidate_paths_for_debug_file(
        &self,
        info: &LibraryInfo,
    ) -> FileAndPathHelperResult<Vec<CandidatePathInfo<Place>>> {
        let place = info.debug_id.and_then(|id| self.places.get(&id));
        Ok(place.cloned().map(CandidatePathInfo::SingleFile).into_iter().collect())
    }

    fn get_candidate_paths_for_binary(
        &self,
        info: &LibraryInfo,
    ) -> FileAndPathHelperResult<Vec<CandidatePathInfo<Place>>> {
        self.get_candidate_paths_for_debug_file(info)
    }

    fn get_dyld_shared_cache_paths(&self, _: Option<&str>) -> FileAndPathHelperResult<Vec<Place>> {
        Ok(vec![])
    }

    fn load_file(
        &self,
        place: Place,
    ) -> Pin<Box<dyn OptionallySendFuture<Output = FileAndPathHelperResult<memmap2::Mmap>> + '_>> {
        Box::pin(async move { Ok(unsafe { memmap2::Mmap::map(&File::open(&place.0)?)? }) })
    }

    fn get_symbol_map_for_library(&self, info: &LibraryInfo) -> Option<(Place, Map)> {
        let id = info.debug_id?;
        let map = self.kept.get()?.get(&id)?;
        Some((self.places.get(&id)?.clone(), map.clone()))
    }
}

/// A file's symbols, to be handed out again.
struct Kept(SymbolMap<Files>);

impl SymbolMapTrait for Kept {
    fn debug_id(&self) -> DebugId {
        self.0.debug_id()
    }
    fn symbol_count(&self) -> usize {
        self.0.symbol_count()
    }
    fn iter_symbols(&self) -> Box<dyn Iterator<Item = (u32, std::borrow::Cow<'_, str>)> + '_> {
        self.0.iter_symbols()
    }
    fn lookup_sync(&self, address: LookupAddress) -> Option<SyncAddressInfo> {
        self.0.lookup_sync(address)
    }
}

fn open(manager: &SymbolManager<Files>, id: DebugId) -> Map {
    let info = LibraryInfo { debug_id: Some(id), ..Default::default() };
    Arc::new(Kept(pollster::block_on(manager.load_symbol_map(&info)).expect("symbols")))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [threads, how, named @ ..] = words.as_slice() else {
        panic!("samply-peer THREADS keep|anew NAME/BREAKPAD-ID=FILE...")
    };
    let place_of = |word: &String| {
        let (called, file) = word.split_once('=').expect("NAME/BREAKPAD-ID=FILE");
        let (_, id) = called.rsplit_once('/').expect("NAME/BREAKPAD-ID");
        (DebugId::from_breakpad(id).expect("an id of Breakpad's"), Place(file.into()))
    };
    let files = Files { places: named.iter().map(place_of).collect(), kept: OnceLock::new() };
    let manager = SymbolManager::with_helper(files);
    if how == "keep" {
        let files = manager.helper();
        let maps = files.places.keys().map(|&id| (id, open(&manager, id))).collect();
        assert!(files.kept.set(maps).is_ok());
    }
    let server = Server::http("127.0.0.1:0").expect("a port");
    println!("http://{}", server.server_addr());
    std::thread::scope(|all| {
        for _ in 0..threads.parse().expect("a number of threads") {
            all.spawn(|| {
                for mut request in server.incoming_requests() {
                    let mut question = String::new();
                    request.as_reader().read_to_string(&mut question).expect("a question");
                    let api = samply_api::Api::new(&manager);
                    let answer = pollster::block_on(api.query_api(request.url(), &question));
                    let json = Header::from_bytes("Content-Type", "application/json").expect("a field");
                    let answer = Response::from_string(answer).with_header(json);
                    let _ = request.respond(answer.with_chunked_threshold(usize::MAX));
                }
            });
        }
    });
}
