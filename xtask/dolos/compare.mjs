// Dolos on the corpus of crates/similarity: node compare.mjs CORPUS TEMPLATE
//
// Each season is the twelve originals and one copy of each, as in crates/similarity/tests. The
// threshold is the greatest similarity of any two that are not original and copy, over all
// seasons: so nobody is accused, and recall is comparable with ours.
import { Dolos } from "@dodona/dolos-lib";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

const [corpus, template] = process.argv.slice(2);
const files = (group) => readdirSync(join(corpus, group)).sort().map((f) => join(corpus, group, f));
const groups = readdirSync(corpus).filter((g) => g !== "original").sort();
const rows = [];
let threshold = 0;
for (const group of groups) {
  const dolos = new Dolos({ language: "cpp" });
  const report = await dolos.analyzePaths([...files("original"), ...files(group)], template);
  const copies = [];
  for (const pair of report.allPairs()) {
    const [a, b] = [pair.leftFile.path, pair.rightFile.path];
    if (basename(a) === basename(b)) copies.push(pair.similarity);
    else threshold = Math.max(threshold, pair.similarity);
  }
  rows.push({ group, copies });
}
const sums = { single: [0, 0], combined: [0, 0] };
console.log("| disguise, strength | found | least similarity |\n| --- | --- | --- |");
for (const { group, copies } of rows) {
  const found = copies.filter((s) => s > threshold).length;
  console.log(`| ${group} | ${found} of ${copies.length} | ${Math.min(...copies).toFixed(2)} |`);
  const sum = group.startsWith("combined") ? sums.combined : sums.single;
  sum[0] += found;
  sum[1] += copies.length;
}
const share = ([found, all]) => (found / all).toFixed(3);
console.log(`threshold ${threshold.toFixed(3)}`);
console.log(`recall: ${share(sums.single)} single, ${share(sums.combined)} combined`);
