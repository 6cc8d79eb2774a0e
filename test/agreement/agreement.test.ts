import { rmSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { jsonEqual } from "../../runtime/values.js";
import { workFolder } from "../generators/run-generated.js";
import { shapeOf, type TypeSchema } from "../../runtime/schema.js";
import { Server, clusterAnswer } from "./answers.js";
import { generatedTypes } from "./generated-types.js";
import { sentValues } from "./random-objects.js";

const work = workFolder("agreement");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test("spike", async () => {
  const { addToScheme, kinds, problems } = await generatedTypes(work);
  for (const { severity, code, message, line } of problems) if (severity !== "info") console.log(severity, line, code, message);
  const server = new Server(addToScheme, kinds.map(({ kind }) => kind));
  const runs = Number(process.env["RUNS"] ?? 100);
  for (const form of kinds) {
    const values = sentValues(form.schema).map((one) => {
      const { spec } = one as { spec?: unknown };
      return { ...(spec !== undefined && { spec }) };
    });
    const accepted: object[] = [];
    const seen: string[] = [];
    let count = 0;
    for (const body of fc.sample(values, { seed: 1, numRuns: runs })) {
      const [theirs, ours] = [clusterAnswer(form, body), await server.answer(form, body)];
      const isSame = (theirs.stored === undefined) === (ours.stored === undefined) && jsonEqual(theirs.stored ?? null, ours.stored ?? null);
      if (isSame && theirs.stored !== undefined) accepted.push(theirs.stored as object);
      if (!isSame) { count++; seen.push(JSON.stringify(body) + "\n    crd " + JSON.stringify(theirs).slice(0, 300) + "\n    srv " + JSON.stringify(ours.stored ?? ours.errors?.map((e) => { try { return [ours.status, JSON.parse(e).message]; } catch { return e; } })).slice(0, 300)); }
      const old = accepted[accepted.length - 2];
      if (old !== undefined) {
        const [a, b] = [clusterAnswer(form, body, old), await server.answer(form, body, old)];
        const same = (a.stored === undefined) === (b.stored === undefined) && jsonEqual(a.stored ?? null, b.stored ?? null);
        if (!same && isSame) { count++; seen.push("UPDATE " + JSON.stringify(old) + " -> " + JSON.stringify(body) + "\n    crd " + JSON.stringify(a).slice(0, 300) + "\n    srv " + JSON.stringify(b.stored ?? b.errors?.map((e) => { try { return [b.status, JSON.parse(e).message]; } catch { return e; } })).slice(0, 300)); }
      }
    }
    console.log(`${form.kind}: ${count}/${accepted.length}/${runs}`);
    seen.sort((x, y) => x.length - y.length);
    for (const one of seen.slice(0, 3)) console.log("  " + one);
  }
});
