//! JavaScript: the engine QuickJS-ng.

pub(super) mod types;

use super::engine::{Engine, Patch, write};
use crate::error::{At, Error};
use crate::unpack;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// QuickJS-ng: the name of each file, and the file compressed with gzip.
const QUICKJS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/quickjs.rs"));
/// The files with the player interface.
const OWN: &[(&str, &str)] = &[
    ("engine.c", include_str!("../../../../../sdk/js/engine.c")),
    ("natives.c", include_str!("../../../../../sdk/js/natives.c")),
    ("natives.h", include_str!("../../../../../sdk/js/natives.h")),
];

const LIBRARY: &str = include_str!("../../../../../sdk/js/library.js");
const ENDING: &str = include_str!("../../../../../sdk/js/ending.js");

pub(super) struct QuickJs;

impl Engine for QuickJs {
    const NAME: &'static str = "quickjs";

    const FLAGS: &'static [&'static str] = &[
        "-std=c11",
        "-w",
        "-DNDEBUG",
        "-D_GNU_SOURCE",
        // WebAssembly rounds one way only.
        "-DFE_DOWNWARD=0",
        "-DFE_UPWARD=0",
    ];

    /// For WASI the engine switches its stack limit off, and deep recursion would trap. With the
    /// limit it is an exception that a player can catch.
    const PATCHES: &'static [Patch] = &[Patch {
        file: "quickjs.c",
        from: "#if defined(__wasi__)\n    rt->stack_limit = 0;",
        to: "#if 0\n    ;",
    }];

    const CALLS: (&'static str, &'static str) =
        ("calls.h", include_str!("../../../../../sdk/js/calls.h"));

    const SAMPLED_PATCHES: &'static [Patch] = &[
        Patch {
            file: "quickjs.c",
            from: "/* argv[] is modified if (flags & JS_CALL_FLAG_COPY_ARGV) = 0. */\n\
                   static JSValue JS_CallInternal(JSContext *caller_ctx, JSValueConst func_obj,\n",
            to: "#include \"calls.h\"\n\
                 static JSValue JS_CallInternal(JSContext *caller_ctx, JSValueConst func_obj,\n",
        },
        Patch {
            file: "quickjs.c",
            from: "__extension__ ({ goto *dispatch_table[opcode = *pc++]; });",
            to: "__extension__ ({ if (sample.asked) sampled_calls(rt, pc); \
                 goto *dispatch_table[opcode = *pc++]; });",
        },
    ];

    fn identity(&self) -> Vec<(&str, &[u8])> {
        let own = OWN.iter().map(|(name, text)| (*name, text.as_bytes()));
        QUICKJS.iter().copied().chain(own).collect()
    }

    fn write(&self, folder: &Path) -> Result<Vec<String>, Error> {
        for (name, packed) in QUICKJS {
            let path = folder.join(name);
            let file = fs::File::create(&path).at(&path)?;
            unpack::gzip(packed, file).at(&path)?;
        }
        write(folder, OWN)?;
        let names = self.identity().into_iter().map(|(name, _)| name.to_string());
        Ok(names.filter(|name| name.ends_with(".c")).collect())
    }
}

/// The source of the module of a game.
pub(super) fn library(description: &Value, game: &str) -> String {
    format!("const description = {description};\n{LIBRARY}\n{game}{ENDING}")
}
