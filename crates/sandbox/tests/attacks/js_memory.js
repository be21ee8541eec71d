// frozen (memory): fills its memory with arrays
export function play(game) {
  for (const all = []; ;) all.push(new Uint8Array(1 << 20));
}
