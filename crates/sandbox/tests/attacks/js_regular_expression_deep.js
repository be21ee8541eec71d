// frozen (exception): makes a regular expression with 100,000 nested brackets
export function play(game) {
  new RegExp("(".repeat(100_000) + ")".repeat(100_000));
}
