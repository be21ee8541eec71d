// frozen (exception): Is no JavaScript
export function play(game) {
  int x = 3;
}
