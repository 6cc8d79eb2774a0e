import { expect } from "vitest";
import type { Schema } from "../../runtime/schema/schema.js";
import { fuzzer } from "../../runtime/testing/fuzzer.js";
import { seedOf, sizeOf } from "../sizes.js";
import { Server, type BothForms } from "./answers.js";
import { compare, lineOf, nearSamples, shortest, type Excuses, type Sample } from "./compare.js";
import type { VersionFolder } from "./forms.js";
import { differencesFromGo, isGoHere, judgedKind } from "./go-judge.js";
import { idleRows } from "./part-rows.js";

const none: Excuses = { isReported: false, isHandWritten: false, addsImmutable: false };

/**
 * Expects a server and a cluster to store the same objects of each kind, and Kubernetes' validator
 * to accept the objects that our reader accepts. Prints the counts of each kind.
 */
export async function expectAgreement(versions: readonly VersionFolder[]): Promise<void> {
  const samples = { seed: seedOf("AGREEMENT_SEED"), runs: sizeOf("KNOWN_CRD_OBJECTS") };
  const kinds = versions.flatMap((version) =>
    version.kinds.map((form) => ({ version, form, sent: samplesOf(version, form, samples) })),
  );
  const [different, unused] = [[] as string[], [] as string[]];
  for (const { version, form, sent } of kinds) {
    const server = new Server(version.group, version.version, version.addToScheme, [form.kind]);
    const result = await compare(server, form, sent, none);
    const line = `${form.group}/${form.version} ${lineOf(result, samples)}`;
    console.info(line);
    different.push(...shortest(result).map((one) => `${line}\n${one}`));
    if (result.accepted === 0) unused.push(line);
    for (const row of idleRows(form.schema))
      expect(result.excused.get(row) ?? 0, `${row}: ${line}`).toBeLessThanOrEqual(0.01 * result.objects);
  }
  expect(different).toEqual([]);
  expect(unused.length, unused.join("\n")).toBeLessThan(0.2 * kinds.length);
  if (!isGoHere) return;
  const count = sizeOf("JUDGED_CRD_OBJECTS");
  const judged = kinds.map(({ form, sent }) => judgedKind(form, sent.slice(0, count)));
  expect(differencesFromGo(judged).slice(0, 5)).toEqual([]);
}

/** Returns samples of valid objects. For some CEL rules, fuzzers find no valid object. */
function samplesOf(
  { fuzz }: VersionFolder,
  form: BothForms,
  samples: { readonly seed: number; readonly runs: number },
): readonly Sample[] {
  try {
    return nearSamples(form, fuzz(form.kind), samples);
  } catch (error) {
    if (!(error as Error).message.includes("in a row break its CEL rules")) throw error;
    return nearSamples(form, fuzzer(form.schema as Schema<object>)(), samples);
  }
}
