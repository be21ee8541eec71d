// frozen (exception): Takes the memory away from the arrays that the view is read into
export function play(game) {
  game.cells.owner.buffer.transfer();
}
