// frozen (fuel): Runs a regular expression that tries all ways to cut a text
export function play(game) {
  /^(a+)+$/.test("a".repeat(60) + "b");
}
