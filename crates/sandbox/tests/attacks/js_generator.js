// frozen (fuel): spreads an endless generator into an array
export function play(game) {
  const forever = function* () {
    for (;;) yield new Array(100).fill(game.round);
  };
  console.log([...forever()].length);
}
