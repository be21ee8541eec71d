// frozen (fuel): loops without end before the first round
for (;;) ;
export function play(game) {
}
