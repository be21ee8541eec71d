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

// The similarity that one independent pair in a hundred exceeds.
function threshold({ independent }) {
  const sorted = independent.toSorted((a, b) => a - b);
  return sorted[sorted.length - 1 - Math.floor(sorted.length / 100)];
}

function alarms(at) {
  const above = measuring.independent.filter((s) => s > at).length;
  return `${above} false alarms in ${measuring.independent.length} pairs`;
}

function recalls(at) {
  const sums = { single: [0, 0], macros: [0, 0], combined: [0, 0] };
  for (const [group, copies] of Object.entries(measuring.copies)) {
    const sum = sums[group.startsWith("combined") ? "combined" : group.includes("Macros") ? "macros" : "single"];
    sum[0] += copies.filter((s) => s > at).length;
    sum[1] += copies.length;
  }
  return Object.entries(sums).map(([what, [found, of]]) => `${what} ${found} of ${of}`).join(", ");
}

const tuned = threshold(tuning);
console.log(`\nDolos: tuned threshold ${tuned.toFixed(3)}, ${alarms(tuned)}`);
console.log("| disguise | found | least similarity |\n| --- | --- | --- |");
for (const [group, copies] of Object.entries(measuring.copies)) {
  const found = copies.filter((s) => s > tuned).length;
  console.log(`| ${group} | ${found} of ${copies.length} | ${Math.min(...copies).toFixed(2)} |`);
}
for (const at of [tuned, threshold(measuring)]) {
  console.log(`Dolos at ${at.toFixed(3)}: ${recalls(at)}; ${alarms(at)}`);
}
