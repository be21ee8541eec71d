// frozen (exception): Makes a regular expression of 100,000 brackets inside each other
export function play(game) {
  new RegExp("(".repeat(100_000) + ")".repeat(100_000));
}
