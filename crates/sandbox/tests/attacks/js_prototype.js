// harmless: Adds to the prototypes of objects and arrays, which are its own
Object.prototype.owner = 0;
Array.prototype.push = function () {
  return 0;
};
export function play(game) {
  if (game.cell({ i: 0, j: 0 }).owner === 7) throw new Error("a cell of nobody");
}
