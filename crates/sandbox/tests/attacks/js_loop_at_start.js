// frozen (fuel): Loops without end before the first round
for (;;) ;
export function play(game) {
}
