import { expect, test } from "vitest";
import { pick, randomOf, type RandomNumbers } from "../../../cmd/codegen/breaking/samples/random.js";
import { temporaryFolder, type Tree } from "../../engine/temporary-folder.js";
import { sizeOf } from "../../sizes.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import { executedAgain, type Printed } from "./executed-again.js";
import { functionEdits, groupWith, original } from "./function-menu.js";
import { readTree, startPrograms, type TwoPrograms } from "./two-programs.js";

interface Found extends Printed {
  readonly severity: string;
  readonly file: string;
}

/** Returns a random object of a version. */
function objectOf(group: string, version: string, random: RandomNumbers) {
  const spec = {
    ...(random.below(4) > 0 ? { size: pick(random, ["", " ", "small", "large", "x"]) } : {}),
    [version === "v1" ? "count" : "amount"]: random.below(3) === 0 ? random.below(200) - 20 : random.below(16) - 2,
    ...(random.below(2) === 0 ? { note: pick(random, ["", "a note"]) } : {}),
    tags: Array.from({ length: random.below(4) }, () => pick(random, ["a", "b", "c"])),
  };
  return { apiVersion: `${group}/${version}`, kind: "Pizza", metadata: { name: "example" }, spec };
}

/** Reports whether an object that the old state accepts has another answer in the new one. */
async function isBroken(programs: TwoPrograms, group: string, objects: number, seed: number): Promise<boolean> {
  const random = randomOf(seed);
  for (const version of ["v1", "v1alpha1"]) {
    const questions = Array.from({ length: objects }, () => {
      const sent = objectOf(group, version, random);
      return { operation: "create" as const, sent, storage: "v1" };
    });
    const [old, now] = [await programs.old.ask(group, questions), await programs.now.ask(group, questions)];
    const stored = old.flatMap((answer) => ("object" in answer && answer.stored !== undefined ? [answer.stored] : []));
    if (old.some((answer, index) => "object" in answer && !isSame(answer, now[index]))) return true;
    const reads = stored.flatMap((object) =>
      ["v1", "v1alpha1"].map((target) => ({ operation: "read" as const, stored: object, version: target })),
    );
    const [before, after] = [await programs.old.ask(group, reads), await programs.now.ask(group, reads)];
    if (before.some((answer, index) => !isSame(answer, after[index]))) return true;
  }
  return false;
}

/** The place where an object is stored is not compared: clients read it. */
function isSame(a: object, b: object | undefined): boolean {
  const read = (answer: object | undefined): unknown => ({ ...answer, stored: undefined });
  return JSON.stringify(read(a)) === JSON.stringify(read(b));
}

test("no edit of a function that changes an answer is reported as compatible, and each example is executed again", async () => {
  const edits = Array.from({ length: sizeOf("FUNCTION_EDITS") }, (_, index) => {
    // Each edit occurs once, before edits of several functions.
    const random = randomOf(index);
    const [one, ...others] = functionEdits;
    if (one === undefined) throw new Error("there are no edits");
    const bodies = functionEdits[index] ?? {
      ...pick(random, [one, ...others]),
      defaults: pick(random, [one, ...others]).defaults,
    };
    return { name: `group${String(index)}`, bodies };
  });
  const treeOf = (isOld: boolean): Tree =>
    Object.assign({}, ...edits.map(({ name, bodies }) => groupWith(name, isOld ? original : bodies))) as Tree;
  const [old, now] = [treeOf(true), treeOf(false)];
  const { stdout } = await runHere(apiProject(now), [
    ...["breaking", "--against", temporaryFolder(old), "--format", "json", "--seed", "1"],
  ]);
  const { changes } = JSON.parse(stdout) as { readonly changes: readonly Found[] };
  const programs = await startPrograms((await readTree(old)).code, (await readTree(now)).code);
  const [missed, undecided]: [string[], string[]] = [[], []];
  for (const [seed, { name, bodies }] of edits.entries()) {
    const own = changes.filter(({ file }) => file.startsWith(`apis/${name}/`));
    for (const change of own) await executedAgain(programs, change);
    const severities = new Set(own.map(({ severity }) => severity));
    const isEdited = await isBroken(programs, `${name}.example.com`, sizeOf("FUNCTION_OBJECTS"), seed);
    if (!isEdited) expect(severities, JSON.stringify([bodies, own])).not.toContain("breaking");
    else if (severities.has("unknown") && !severities.has("breaking")) undecided.push(JSON.stringify(bodies));
    else if (!severities.has("breaking")) missed.push(JSON.stringify(bodies));
  }
  await programs.close();
  expect(missed).toEqual([]);
  expect(undecided.length, undecided.join("\n")).toBeLessThanOrEqual(edits.length * 0.05);
});
