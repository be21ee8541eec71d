// harmless: calls itself without end, catches the error, and repeats this
export function play(game) {
  if (game.round > 0) return;
  const down = (n) => 1 + down(n + 1);
  try {
    down(0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
