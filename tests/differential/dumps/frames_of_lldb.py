"""Run within lldb: the frames of all threads, as frames_of_gdb.py tells them."""
import json

import lldb


def of_thread(thread):
    frames, names = [], []
    for frame in thread.frames:
        place = frame.GetLineEntry()
        names.append([frame.GetFunctionName() or "", place.GetFileSpec().fullpath or "", place.GetLine()])
        if len(names) == 1:
            pc = frame.GetPC()
        if not frame.IsInlined():
            frames.append({"pc": pc, "names": names})
            names = []
    return {"id": thread.GetThreadID(), "frames": frames}


print("FRAMES " + json.dumps([of_thread(thread) for thread in lldb.debugger.GetSelectedTarget().GetProcess().threads]))
