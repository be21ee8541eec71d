// frozen (stack): Reads a million brackets inside each other as JSON
export function play(game) {
  JSON.parse("[".repeat(1_000_000));
}
