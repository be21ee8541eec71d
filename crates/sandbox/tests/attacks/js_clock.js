// harmless: looks for a clock that moves
const start = [Date.now(), String(new Date())];
export function play(game) {
  for (let k = 0; k < 1000; ++k) Math.sqrt(k);
  if (Date.now() !== start[0] || String(new Date()) !== start[1]) throw new Error("it moves");
}
