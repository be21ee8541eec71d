// frozen (stack): parses JSON with a million nested brackets
export function play(game) {
  JSON.parse("[".repeat(1_000_000));
}
