/* What the engines of all script languages offer to the library of a game: reading bytes, random
   numbers, orders, ways. natives.c of each language makes it callable. */

#ifndef core_h
#define core_h

#include <stddef.h>
#include <stdint.h>

/* --- Reading: an intro or a view, from its beginning --------------------------------------- */

void core_read(const unsigned char* bytes, uint32_t len);
/* The next bytes, zeros behind the end. */
void core_take(void* into, uint32_t size);
int32_t core_take_int(void);
double core_take_real(void);
/* Where the next bytes are, at most so many; they count as read. */
const unsigned char* core_pass(uint32_t* size);
/* How many bytes there are. */
uint32_t core_left(void);
/* Numbers of `bytes` each, `width` to a row of which `cols` are kept, into `out`. Where there is a
   table of 256 numbers, bytes become what stands there. What it reads is still there afterwards.
   Answers whether there are enough bytes. */
int core_layer(int32_t* out, uint32_t rows, uint32_t cols, uint32_t width, uint32_t bytes,
               const int32_t* table);

/* --- Random numbers ------------------------------------------------------------------------ */

enum { LCG, LEHMER, LIBC };

void core_kind_of_stream(int kind);
/* Takes the random stream of a round, and forgets the orders of the last one. */
void core_stream(const unsigned char* bytes, uint32_t len);
void core_stream_back(unsigned char* bytes, uint32_t len);
/* The next number of the game's generator, as its kit draws it. */
int32_t core_draw(void);
/* From low to high, both included; low when there is none. */
int32_t core_random(int32_t low, int32_t high);

/* --- Orders -------------------------------------------------------------------------------- */

/* Answers whether the unit is named for the first time in this round; -1 when there is no memory.
   Of more than `most` calls the list keeps one more than that: the arena then sees that there were
   too many. */
int core_order(int32_t verb, int32_t unit, int32_t a, int32_t b, uint32_t most);
/* The number of calls of core_order in this round. */
uint32_t core_calls(void);
/* Notes that the module itself warned of an order. */
void core_warned(void);
/* Number of orders, their address, flags. */
void core_reply(uint32_t reply[3]);

/* --- Ways ---------------------------------------------------------------------------------- */

/* A board to walk on: cells row after row, steps as pairs of rows and columns; bit 0 of `round`
   says that rows go round, bit 1 that columns do. */
struct board {
  int32_t rows, cols;
  uint32_t round;
  const int32_t* steps;
  size_t directions;
};

/* Into `out` how many steps each cell is away from the nearest of `from`, over cells where
   `passable` is not 0; `far` where there is no way. Answers 0 when there is no memory. */
int core_distances(const struct board* board, int32_t* out, const int32_t* passable,
                   const int32_t* from, size_t starts, int32_t far);

struct found { int32_t cell, direction, steps; };

/* The nearest cell other than `start` where `goals` is not 0, over cells where `passable` is not 0:
   the cell (-1 when there is none), the number of the direction with which the way to it begins,
   and its steps. Of cells at the same distance it is the first that a breadth-first search in the
   order of the directions finds. Answers 0 when there is no memory. */
int core_nearest(const struct board* board, const int32_t* goals, const int32_t* passable,
                 int32_t start, struct found* found);

#endif
