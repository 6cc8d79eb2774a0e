import { spawnSync } from "node:child_process";
import { test } from "vitest";
import { canonical, firstDifference } from "../../judge/outcomes.js";
import * as conditions from "./conditions.js";

test("diff", { timeout: 600_000 }, async () => {
  const source = conditions;
  const from = Number(process.env["FROM"] ?? 0);
  const count = Number(process.env["COUNT"] ?? 300);
  const cases = Array.from({ length: count }, (_, i) => source.caseOf(from + i));
  const out = spawnSync("/tmp/pj/judge", { input: cases.map((c) => JSON.stringify({ ...c, runs: 4 }) + "\n").join(""), encoding: "utf8", maxBuffer: 1 << 30 });
  const lines = out.stdout.trim().split("\n");
  let bad = 0;
  for (const [i, c] of cases.entries()) {
    const runs = JSON.parse(lines[i] ?? "[]");
    const ours = await source.replay(c as never);
    const at = firstDifference(ours as never, runs);
    if (at === undefined) continue;
    if (bad++ < 40) console.log(`seed ${from + i} step ${at}: ${JSON.stringify((c.steps[at] as any).expression ?? (c.steps[at] as any).conditions ?? c.steps[at])}\nGo:   ${canonical(runs[0][at])}\nours: ${canonical(ours[at] as never)}`);
  }
  console.log("bad", bad, "of", count);
});
