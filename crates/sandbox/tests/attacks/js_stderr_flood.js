// frozen (fuel): prints without end
export function play(game) {
  for (;;) console.log("x".repeat(1000));
}
