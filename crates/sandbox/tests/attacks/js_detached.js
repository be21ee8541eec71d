// frozen (exception): detaches the arrays into which the engine reads the view
export function play(game) {
  game.cells.owner.buffer.transfer();
}
