import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { workFolder } from "../generators/run-generated.js";
import { seedOf, sizeOf } from "../sizes.js";
import { sentSamples } from "./compare.js";
import { generatedTypes } from "./generated-types.js";
import { differencesFromGo, isGoHere, judgedKind } from "./go-judge.js";

const work = workFolder("agreement-judge");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test.skipIf(!isGoHere)("Kubernetes' validator accepts the same objects of each small type as our reader", async () => {
  const { kinds } = await generatedTypes(work);
  const samples = { seed: seedOf("AGREEMENT_SEED") + 1, runs: sizeOf("JUDGED_OBJECTS") };
  const judged = kinds.map((form) => judgedKind(form, sentSamples(form, samples)));
  expect(differencesFromGo(judged).slice(0, 5)).toEqual([]);
});
