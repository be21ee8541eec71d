// harmless: imports system modules during the match
export async function play(game) {
  let found = false;
  try {
    await import("/etc/passwd");
    found = true;
  } catch {
    return;
  }
  if (found) throw new Error("it was there");
}
