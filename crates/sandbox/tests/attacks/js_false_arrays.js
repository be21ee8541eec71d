// frozen (exception): Searches ways over an array that is too short
export function play(game) {
  game.distances([], new Int32Array(3));
}
