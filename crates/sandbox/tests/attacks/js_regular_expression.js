// frozen (fuel): runs a regular expression with exponential backtracking
export function play(game) {
  /^(a+)+$/.test("a".repeat(60) + "b");
}
