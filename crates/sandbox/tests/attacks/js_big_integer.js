// frozen (fuel): squares an integer until the memory is full
export function play(game) {
  for (let n = 3n; ; n *= n) ;
}
