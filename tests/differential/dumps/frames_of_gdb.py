"""Run within gdb: the frames of all threads of a core, as JSON: [{"id": 1, "frames": [{"pc": 1, "names": [[function, file, line], …]}]}].
A frame has its inlined calls first. Frames that gdb infers for tail calls are left out: nobody else has them, and nothing proves them."""
import json

import gdb


def of_thread(thread):
    thread.switch()
    frames, names = [], []
    try:
        frame = gdb.newest_frame()
        while frame is not None and len(frames) < 5000:
            if frame.type() != gdb.TAILCALL_FRAME:
                place = frame.find_sal()
                names.append([frame.name() or "", place.symtab.filename if place.symtab else "", place.line])
                if frame.type() != gdb.INLINE_FRAME:
                    frames.append({"pc": frame.pc(), "names": names})
                    names = []
            frame = frame.older()
    except gdb.error:
        pass
    return {"id": thread.ptid[1] or thread.ptid[0], "frames": frames}


for setting in ("backtrace past-main on", "backtrace past-entry on", "backtrace limit unlimited", "debuginfod enabled off"):
    gdb.execute("set " + setting)
print("FRAMES " + json.dumps([of_thread(thread) for thread in gdb.selected_inferior().threads()]))
