import { expect, test } from "vitest";
import { askKubernetes, hasJudge, ourAnswers, readAnswers, writeAnswers } from "./answers.js";
import { pizzaCRD, versionedCRD } from "./base-crd.js";
import { brokenCRDs } from "./broken-crds.js";
import { mutated, randomNumbers } from "./mutations.js";
import { asksGo, sizeOf } from "../sizes.js";

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

// GO_SEED repeats the changes of a run, and GO_CRDS is their number.
test.skipIf(!isPossible)(
  "CRDs with random changes have the errors of Kubernetes (needs Go and its module apiextensions-apiserver)",
  () => {
    const seed = Number(process.env["GO_SEED"] ?? Date.now() % 2 ** 31);
    const random = randomNumbers(seed);
    const crds = Array.from({ length: sizeOf("GO_CRDS") }, (_, at) =>
      mutated(at % 3 === 0 ? versionedCRD : pizzaCRD, random),
    );
    const compared = askKubernetes(crds).flatMap((theirs, at) =>
      theirs === undefined ? [] : [{ seed, at, theirs, crd: crds[at] ?? {} }],
    );
    for (const { at, theirs, crd } of compared)
      expect({ seed, at, errors: ourAnswers(crd) }).toEqual({ seed, at, errors: theirs });
    expect(compared.length).toBeGreaterThan(crds.length / 3);
  },
);
