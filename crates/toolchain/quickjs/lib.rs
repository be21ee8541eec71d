//! No code: this package only names the sources of the JavaScript engine.
