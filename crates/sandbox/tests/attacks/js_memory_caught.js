// harmless: Fills its memory, catches the error, and plays on
export function play(game) {
  try {
    for (const all = []; ;) all.push(new Uint8Array(1 << 20));
  } catch {
    game.round;
  }
}
