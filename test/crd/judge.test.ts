import { expect, test } from "vitest";
import { crdErrors, formProblems, type CRDSchema } from "../../runtime/crd/index.js";
import {
  allErrors,
  comparable,
  allOurErrors,
  askKubernetes,
  hasJudge,
  isJudged,
  ourAnswers,
  readAnswers,
  readMutantAnswers,
  writeAnswers,
  writeMutantAnswers,
  type Answer,
} from "./answers.js";
import { pizzaCRD, versionedCRD } from "./base-crd.js";
import { brokenCRDs, withProperty } from "./broken-crds.js";
import { randomRule } from "./broken-rules.js";
import { randomCosts } from "./random-costs.js";
import { randomDefaults } from "./random-defaults.js";
import { knownMutant, mutated, randomNumbers } from "./mutations.js";
import { asksGo, selectedCases, sizeOf } from "../sizes.js";

test("CRDs without a mistake have no errors", () => {
  expect(ourAnswers(pizzaCRD)).toEqual([]);
  expect(ourAnswers(versionedCRD)).toEqual([]);
});

test("CRDs with a mistake have the recorded errors of Kubernetes", () => {
  const answers = readAnswers();
  expect(brokenCRDs.map(({ name }) => name)).toEqual([...answers.keys()]);
  for (const { name, crd } of brokenCRDs) expect([name, ourAnswers(crd)]).toEqual([name, answers.get(name)]);
  expect([...answers.values()].filter((errors) => errors.length > 0).length).toBeGreaterThan(180);
});

/** Number of changed CRDs whose errors are recorded. */
const recordedMutants = 500;

test("a CEL rule with a macro that a version of Kubernetes does not have is refused for this version", () => {
  const rule = { rule: "self.all(key, value, value > 1)" };
  const map = { type: "object", maxProperties: 5, additionalProperties: { type: "integer" } };
  const crd = withProperty({ ...map, "x-kubernetes-validations": [rule] });
  // New rules use the language of the version before, whose server can have to read them.
  expect(crdErrors(crd, { kubernetes: "1.33" })).toEqual([]);
  expect(crdErrors(crd, { kubernetes: "1.32" }).map(({ detail }) => detail.split("\n")[0])).toEqual([
    "compilation failed: ERROR: <input>:1:9: undeclared reference to 'all' (in container '')",
  ]);
});

function numbers(below: number): readonly number[] {
  return [...Array(below).keys()];
}

const isPossible = asksGo && hasJudge();

// GO_ANSWERS=write records the errors.
test.skipIf(!isPossible)(
  "the recorded errors are those of Kubernetes (needs Go and its module apiextensions-apiserver)",
  () => {
    const asked = askKubernetes(brokenCRDs.map(({ crd }) => crd));
    const answers = brokenCRDs.map(({ name }, at) => [name, asked[at] ?? []] as const);
    expect(asked.indexOf(undefined)).toBe(-1);
    if (process.env["GO_ANSWERS"] === "write") writeAnswers(answers);
    expect(answers).toEqual([...readAnswers()]);
  },
);

test("CRDs of known projects with a random change have the recorded errors of Kubernetes", () => {
  const answers = readMutantAnswers();
  expect(answers.length).toBe(recordedMutants);
  for (const [at, answer] of selectedCases([...answers.entries()], { quick: 7, long: 3 }))
    if (answer !== null) expect([at, ourAnswers(knownMutant(1, at))]).toEqual([at, answer]);
  expect(answers.filter((errors) => (errors ?? []).length > 0).length).toBeGreaterThan(recordedMutants / 10);
});

test.skipIf(!isPossible)(
  "the recorded errors of changed CRDs are those of Kubernetes (needs Go and its module apiextensions-apiserver)",
  () => {
    const answers = askKubernetes(numbers(recordedMutants).map((at) => knownMutant(1, at))).map(
      (errors) => errors ?? null,
    );
    if (process.env["GO_ANSWERS"] === "write") writeMutantAnswers(answers);
    expect(answers).toEqual(readMutantAnswers());
  },
);

// GO_SEED repeats the changes of a run, and GO_CRDS is their number.
test.skipIf(!isPossible)(
  "CRDs with random changes have the errors of Kubernetes (needs Go and its module apiextensions-apiserver)",
  () => {
    const seed = Number(process.env["GO_SEED"] ?? Date.now() % 2 ** 31);
    const random = randomNumbers(seed);
    const number = sizeOf("GO_CRDS");
    const crds = [
      ...Array.from({ length: number }, (_, at) => mutated(at % 3 === 0 ? versionedCRD : pizzaCRD, random)),
      ...numbers(number).map((at) => knownMutant(seed, at)),
    ];
    const all = allErrors(crds);
    const compared = crds.flatMap((crd, at) => {
      const theirs = all[at] ?? [];
      return isJudged(theirs) ? [{ at, theirs: withoutTies(comparable(theirs)), crd }] : [];
    });
    for (const { at, theirs, crd } of compared)
      expect({ seed, at, errors: withoutTies(ourAnswers(crd)) }).toEqual({ seed, at, errors: theirs });
    expect(compared.length).toBeGreaterThan(crds.length / 3);
    for (const [at, theirs] of all.entries()) {
      const faults = formProblems(crds[at]).filter(({ isIgnored }) => isIgnored !== true);
      expect({ seed, at, isDecoded: faults.length === 0 }).toEqual({
        seed,
        at,
        isDecoded: theirs[0]?.[0] !== "Decode",
      });
    }
  },
);

test.skipIf(!isPossible)(
  "no right CEL rule is refused, and all errors of random rules are Kubernetes' (needs Go and its module apiextensions-apiserver)",
  () => {
    const seed = Number(process.env["GO_SEED"] ?? Date.now() % 2 ** 31);
    const random = randomNumbers(seed);
    const crds = Array.from({ length: sizeOf("GO_CRDS") }, () => withProperty(randomRule(random)));
    const all = allErrors(crds).map(withoutTies);
    for (const [at, theirs] of all.entries())
      expect({ seed, at, errors: withoutTies(allOurErrors(crds[at] ?? {})) }).toEqual({ seed, at, errors: theirs });
    const refused = all.filter((errors) => errors.length > 0);
    expect(refused.length).toBeGreaterThan(crds.length / 4);
  },
);

test.skipIf(!isPossible)(
  "the estimated costs of rules that the crd generator writes are those of Kubernetes (needs Go and its module apiextensions-apiserver)",
  () => {
    const seed = Number(process.env["GO_SEED"] ?? Date.now() % 2 ** 31);
    const random = randomNumbers(seed);
    const crds = Array.from({ length: sizeOf("GO_CRDS") }, () => withProperty(randomCosts(random)));
    const all = allErrors(crds).map(withoutTies);
    for (const [at, theirs] of all.entries())
      expect({ seed, at, errors: withoutTies(allOurErrors(crds[at] ?? {})) }).toEqual({ seed, at, errors: theirs });
    const tooExpensive = all.filter((errors) => errors.some((text) => text.includes("exceeds budget")));
    expect(tooExpensive.length).toBeGreaterThan(crds.length / 20);
  },
);

/** Returns sorted errors. Which of several equally expensive rules Kubernetes names is random. */
function withoutTies(errors: readonly Answer[]): readonly string[] {
  return errors
    .filter(([, , detail]) => !detail.startsWith("contributed to estimated rule cost"))
    .map((error) => error.join())
    .toSorted();
}

test("a default must pass the CEL rules that apply to it or to a part of it, as a new and as an unchanged value", () => {
  const rule = [{ rule: "size(self) > 0", message: "empty" }];
  const text: CRDSchema = { type: "string", "x-kubernetes-validations": rule };
  const refused = (schema: CRDSchema) =>
    crdErrors(withProperty(schema)).map(
      ({ field, detail }) => `${field.slice(field.lastIndexOf("[x]") + 3)}: ${detail.slice(0, 60)}`,
    );
  expect(refused({ ...text, default: "a" })).toEqual([]);
  expect(refused({ ...text, default: "" })).toEqual([".default: empty"]);
  expect(refused({ type: "array", maxItems: 3, items: { ...text, maxLength: 3 }, default: ["a", ""] })).toEqual([
    ".default[1]: empty",
  ]);
  const old = { type: "string", default: "a" };
  const onlyNew = [{ rule: "oldSelf.hasValue() || self == 'b'", optionalOldSelf: true, message: "not b" }];
  expect(refused({ ...old, "x-kubernetes-validations": onlyNew })).toEqual([".default: not b"]);
  expect(refused({ ...old, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] })).toEqual([]);
});

test.skipIf(!isPossible)(
  "defaults to which rules apply have the errors of Kubernetes (needs Go and its module apiextensions-apiserver)",
  () => {
    const seed = Number(process.env["GO_SEED"] ?? Date.now() % 2 ** 31);
    const random = randomNumbers(seed);
    const crds = Array.from({ length: sizeOf("GO_CRDS") }, () => withProperty(randomDefaults(random)));
    const all = allErrors(crds).map(withoutTies);
    for (const [at, theirs] of all.entries())
      expect({ seed, at, errors: withoutTies(allOurErrors(crds[at] ?? {})) }).toEqual({ seed, at, errors: theirs });
    expect(all.filter((errors) => errors.some((text) => text.includes(".default"))).length).toBeGreaterThan(
      crds.length / 4,
    );
  },
);
