// frozen (exception): searches paths in an array that is too short
export function play(game) {
  game.distances([], new Int32Array(3));
}
