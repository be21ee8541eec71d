// frozen (fuel): Squares a whole number until it fills the memory
export function play(game) {
  for (let n = 3n; ; n *= n) ;
}
