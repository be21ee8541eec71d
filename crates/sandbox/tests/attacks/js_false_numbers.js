// frozen (exception): Hands over objects where numbers belong
export function play(game) {
  const wild = { valueOf() { throw new Error("no number"); } };
  game.command(wild, { code: wild });
}
