// Dolos on the corpus of crates/similarity: node compare.mjs CORPUS TEMPLATE
//
// As `--example figures` of crates/similarity: each season is half of the players and one copy of each. Half of
// the players and half of the disguises say which similarity one independent pair in a hundred reaches; the
// other half of both, which `measured.txt` names, only measures.
import { Dolos } from "@dodona/dolos-lib";
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const [corpus, template] = process.argv.slice(2);
const players = readdirSync(join(corpus, "original")).filter((f) => f.endsWith(".cc")).sort();
const groups = readdirSync(corpus).filter((g) => !g.includes(".") && g !== "original").sort();
const measured = readFileSync(join(corpus, "measured.txt"), "utf8").split("\n");

async function scores(half, groups) {
  const found = { independent: [], copies: {} };
  const files = (group) => players.filter((_, k) => k % 2 === half).map((f) => join(corpus, group, f));
  for (const group of groups) {
    const dolos = new Dolos({ language: "cpp" });
    const report = await dolos.analyzePaths([...files("original"), ...files(group)], template);
    found.copies[group] = [];
    for (const pair of report.allPairs()) {
      const same = basename(pair.leftFile.path) === basename(pair.rightFile.path);
      const copies = [pair.leftFile, pair.rightFile].filter((f) => dirname(f.path).endsWith(group));
      // Two copies of one group share what the generator of disguises adds.
      if (same) found.copies[group].push(pair.similarity);
      else if (copies.length < 2) found.independent.push(pair.similarity);
    }
  }
  return found;
}

const tuning = await scores(0, groups.filter((g) => !measured.includes(g)));
const measuring = await scores(1, measured);
const sorted = tuning.independent.toSorted((a, b) => a - b);
const threshold = sorted[sorted.length - 1 - Math.floor(sorted.length / 100)];
const alarms = measuring.independent.filter((s) => s > threshold).length;
console.log(`\nDolos: threshold ${threshold.toFixed(3)}, ${alarms} false alarms in ${measuring.independent.length} pairs`);
console.log("| disguise | found | least similarity |\n| --- | --- | --- |");
const sums = { single: [0, 0], macros: [0, 0], combined: [0, 0] };
for (const [group, copies] of Object.entries(measuring.copies)) {
  const found = copies.filter((s) => s > threshold).length;
  console.log(`| ${group} | ${found} of ${copies.length} | ${Math.min(...copies).toFixed(2)} |`);
  const sum = sums[group.startsWith("combined") ? "combined" : group.includes("Macros") ? "macros" : "single"];
  sum[0] += found;
  sum[1] += copies.length;
}
for (const [what, [found, of]] of Object.entries(sums)) {
  console.log(`Dolos, ${what}: ${found} of ${of}, recall ${(found / of).toFixed(3)}`);
}
