// harmless: looks for the system with eval, Function and the constructors of its arguments
export function play(game) {
  const names = ["process", "require", "fetch", "native", "WebAssembly", "Deno", "setTimeout", "std"];
  const found = names.filter((name) => eval(`typeof ${name}`) !== "undefined");
  const root = game.constructor.constructor("return this")();
  found.push(...names.filter((name) => name in root));
  if (found.length > 0) throw new Error(found.join());
}
