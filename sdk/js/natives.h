/* What the library of a game asks the engine for: reading bytes, random numbers, orders, ways. */

#ifndef natives_h
#define natives_h

#include "quickjs.h"

/* The object with all of them. */
JSValue natives(JSContext* context);

#endif
