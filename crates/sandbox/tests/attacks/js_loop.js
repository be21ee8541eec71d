// frozen (fuel): Loops without end
export function play(game) {
  for (;;) ;
}
