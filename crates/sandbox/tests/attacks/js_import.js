// frozen (exception): Imports the files of the system
import fs from "fs";
export function play(game) {
  fs.readFileSync("/etc/passwd");
}
