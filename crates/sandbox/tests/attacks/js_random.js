// harmless: plays by random numbers and by the order of objects in sets
export function play(game) {
  const keys = new Set([{}, [], "b", game, Symbol("a"), Math.random()]);
  const unit = [...game.farmers(0)].sort(() => Math.random() - 0.5)[0];
  if (unit !== undefined && keys.size % 2 === 1) game.nearest;
  console.log(Math.random(), unit);
}
