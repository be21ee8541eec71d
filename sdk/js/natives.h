/* What the library of a game asks the engine for: reading bytes, random numbers, orders, ways. */

#ifndef natives_h
#define natives_h

#include <stdint.h>
#include "quickjs.h"

/* The object with all of them. */
JSValue natives(JSContext* context);

/* The bytes of an intro or a view, to be read from their beginning. */
void natives_read(const unsigned char* bytes, uint32_t len);

/* Takes the random stream of a round, and forgets the orders of the last one. */
void natives_stream(const unsigned char* bytes, uint32_t len);
void natives_stream_back(unsigned char* bytes, uint32_t len);

/* Number of orders, their address, flags. */
void natives_reply(uint32_t reply[3]);

#endif
