// harmless: fills its memory, catches the error, and continues
export function play(game) {
  if (game.round > 0) return;
  try {
    for (const all = []; ;) all.push(new Uint8Array(1 << 20));
  } catch {
    game.round;
  }
}
