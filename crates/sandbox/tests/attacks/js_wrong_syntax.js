// frozen (exception): is not JavaScript
export function play(game) {
  int x = 3;
}
