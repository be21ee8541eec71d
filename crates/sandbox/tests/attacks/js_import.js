// frozen (exception): imports the module `fs`
import fs from "fs";
export function play(game) {
  fs.readFileSync("/etc/passwd");
}
