// frozen (exception): passes objects instead of numbers
export function play(game) {
  const wild = { valueOf() { throw new Error("no number"); } };
  game.command(wild, { code: wild });
}
