// frozen (fuel): loops without end
export function play(game) {
  for (;;) ;
}
