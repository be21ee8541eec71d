// frozen (exception): calls itself without end
export function play(game) {
  const down = (n) => 1 + down(n + 1);
  down(0);
}
