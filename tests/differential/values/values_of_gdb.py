"""Run within gdb, which has a program's symbols, with CORES as paths of its cores: the variables of all frames
of all threads of each, as a line "VALUES" with JSON: [{thread id: [{"pc": 1, "scopes": [[[name, type,
is argument, text or null], …], …]}]}]. A frame has its inlined calls first. What gdb says is nowhere is null."""
import json
import re

import gdb

NOWHERE = re.compile("<optimized out>|<synthetic pointer>|<unavailable>")
NAMES = re.compile(r"\w+ = |[{}, ]")
ADDRESS = re.compile("0x[0-9a-f]+")

SETTINGS = ("backtrace past-main on", "backtrace past-entry on", "backtrace limit 200", "debuginfod enabled off", "pagination off", "width 0",
            "print elements 200", "print repeats 10", "print static-members off", "host-charset UTF-8", "target-charset UTF-8",
            "target-wide-charset UTF-32", "style enabled off", "max-value-size 1000000")
STYLE = {"max_elements": 200, "repeat_threshold": 10, "static_members": False, "deref_refs": True, "styling": False, "max_depth": 20}


def is_anywhere(value, depth=0):
    """Whether any part of it has a value."""
    kind = value.type.strip_typedefs().code
    if value.is_lazy:
        value.fetch_lazy()
    if not value.is_optimized_out or depth > 8:
        return not is_empty(value.type)
    if kind in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return any(is_anywhere(value[field], depth + 1) for field in value.type.fields() if hasattr(field, "bitpos") and field.type.sizeof)
    if kind == gdb.TYPE_CODE_ARRAY:
        first, last = value.type.strip_typedefs().range()
        return any(is_anywhere(value[i], depth + 1) for i in range(first, min(last, first + 200) + 1))
    return False


def is_empty(type):
    type = type.strip_typedefs()
    return type.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION) and all(is_empty(field.type) for field in type.fields() if hasattr(field, "bitpos"))


def text_of(frame, symbol, block):
    try:
        value = frame.read_var(symbol, block)
        text = value.format_string(**STYLE)
        # An array whose bounds are nowhere is shown as its address.
        if not NAMES.sub("", NOWHERE.sub("", text)) or "variable length" in str(symbol.type) and ADDRESS.fullmatch(text):
            return None
        return text if is_anywhere(value) else None
    except Exception as why:
        return None if "optimized out" in str(why) or "entry value" in str(why) else f"<error: {why}>"


def is_enumerator(symbol):
    return symbol.type.code == gdb.TYPE_CODE_ENUM and any(field.name == symbol.name for field in symbol.type.fields())


def scope_of(frame):
    """The innermost block first, as far as the function that was inlined, or the frame's own."""
    variables = []
    try:
        block = frame.block()
    except RuntimeError:
        return None
    while block is not None:
        for symbol in block:
            if symbol.is_argument or symbol.is_variable or symbol.is_constant and not is_enumerator(symbol):
                variables.append([symbol.name, str(symbol.type), symbol.is_argument, text_of(frame, symbol, block)])
        if block.function:
            break
        block = block.superblock
    return variables


def of_thread(thread):
    thread.switch()
    frames, scopes = [], []
    try:
        frame = gdb.newest_frame()
        while frame is not None and len(frames) < 200:
            # What an array's bounds are is asked of the frame that is selected.
            frame.select()
            if frame.type() != gdb.TAILCALL_FRAME:
                scopes.append(scope_of(frame))
                if frame.type() != gdb.INLINE_FRAME:
                    if None not in scopes:
                        frames.append({"pc": frame.pc(), "is_handler": frame.type() == gdb.SIGTRAMP_FRAME, "scopes": scopes})
                    else:
                        frames.append({"pc": frame.pc(), "is_handler": frame.type() == gdb.SIGTRAMP_FRAME, "scopes": None})
                    scopes = []
            frame = frame.older()
    except gdb.error:
        pass
    return frames


for setting in SETTINGS:
    gdb.execute("set " + setting)
cores = []
for path in CORES:
    gdb.execute("core-file " + path, to_string=True)
    cores.append({thread.ptid[1] or thread.ptid[0]: of_thread(thread) for thread in gdb.selected_inferior().threads()})
print("VALUES " + json.dumps(cores))
