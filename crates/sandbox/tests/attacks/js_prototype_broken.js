// frozen (exception): overwrites a function that the library calls
Int32Array.prototype.fill = null;
export function play(game) {
}
