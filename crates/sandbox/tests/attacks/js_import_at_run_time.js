// harmless: Asks for files of the system while it plays, in case the import is not refused
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
