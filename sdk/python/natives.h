/* What the library of a game asks the engine for: reading bytes, random numbers, orders, ways. */

#ifndef natives_h
#define natives_h

#include "py/obj.h"

/* Everything, by name. */
extern const mp_obj_dict_t natives;

/* Lines that `print` has not ended yet. */
void natives_flush(void);

#endif
