// frozen (memory): makes a string of a thousand million letters
export function play(game) {
  const text = "x".repeat(2 ** 20);
  console.log(text.repeat(1000).length);
}
