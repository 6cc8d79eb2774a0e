import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { answerOfDefinition } from "../../runtime/crd/index.js";
import { workFolder } from "../generators/run-generated.js";
import { repository } from "../interop/repository.js";
import { seedOf, sizeOf } from "../sizes.js";
import type { BothForms } from "./answers.js";
import { generatedTypes } from "./generated-types.js";
import { sentValues } from "./random-objects.js";

const work = workFolder("agreement-judge");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

/** The program with Kubernetes' validator of custom resources. */
const judge = join(repository, "test/corpus/crd/judge");

/** Returns what the judge prints for tasks; undefined without Go or its modules. */
function answersOfGo(tasks: readonly object[]): readonly (readonly (readonly unknown[])[])[] | undefined {
  const { status, stdout } = spawnSync("go", ["run", "."], {
    cwd: judge,
    input: JSON.stringify(tasks),
    encoding: "utf8",
    maxBuffer: 1 << 28,
    // With this environment, Go uses only the modules in its module cache, and downloads nothing.
    env: { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" },
  });
  return status === 0 ? (JSON.parse(stdout) as readonly (readonly (readonly unknown[])[])[]) : undefined;
}

interface Call {
  readonly New: string;
  readonly Old: string;
  /** Whether our reader of structural schemas accepts the object. */
  readonly isAccepted: boolean;
}

/** Returns random creates and updates of a kind, and the verdicts of our reader. */
function callsOf({ group, version, kind, schema, crd }: BothForms): readonly Call[] {
  const named = { apiVersion: `${group}/${version}`, kind, metadata: { name: "n" } };
  const bodies = fc.sample(sentValues(schema), {
    seed: seedOf("AGREEMENT_SEED") + 1,
    numRuns: sizeOf("JUDGED_OBJECTS"),
  });
  let old: object | undefined;
  return bodies.flatMap((body) => {
    const { spec } = body as { readonly spec?: unknown };
    const sent = { ...named, ...(spec !== undefined && { spec }) };
    const calls = [undefined, old].slice(0, old === undefined ? 1 : 2).map((before): Call => {
      const { object, errors } = answerOfDefinition(crd, sent, before);
      const isAccepted = errors.length === 0;
      if (isAccepted) old = object as object;
      return { New: JSON.stringify(object), Old: before === undefined ? "" : JSON.stringify(before), isAccepted };
    });
    return calls;
  });
}

/** Keywords that the judge checks for creates only. */
const ofCreates = /"x-kubernetes-(?:embedded-resource":true|list-type":"(?:set|map)")/;

const isGoHere = answersOfGo([]) !== undefined;

test.skipIf(!isGoHere)("Kubernetes' validator accepts the same objects of each small type as our reader", async () => {
  const { kinds } = await generatedTypes(work);
  const calls = kinds.map(callsOf);
  const answers = answersOfGo(kinds.map(({ crd }, at) => ({ Schema: crd, HasCEL: true, Calls: calls[at] })));
  // For an update, the judge calls neither the check of lists nor that of embedded objects.
  const isJudged = ({ crd }: BothForms, { Old }: Call) => Old === "" || !ofCreates.test(JSON.stringify(crd));
  const different = kinds.flatMap((form, at) =>
    (calls[at] ?? []).flatMap((call, index) => {
      if (!isJudged(form, call)) return [];
      const errors = answers?.[at]?.[index] ?? [];
      return (errors.length === 0) === call.isAccepted
        ? []
        : [`${form.kind} ${call.Old} → ${call.New}: ${JSON.stringify(errors)}`];
    }),
  );
  const all = calls.reduce((sum, { length }) => sum + length, 0);
  console.info(`${String(all)} objects judged, ${String(different.length)} differ`);
  expect(different.toSorted((a, b) => a.length - b.length).slice(0, 5)).toEqual([]);
});
