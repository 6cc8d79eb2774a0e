import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crdErrors, type CRD } from "../../runtime/crd/index.js";
import { asksGo, selectedCases } from "../sizes.js";
import { allErrors, comparable, isJudged, type Answer } from "./answers.js";
import { versionJudge } from "./version-judges.js";
import { versionCases, withKnownFields } from "./version-cases.js";
import { withProperty } from "./broken-crds.js";

/** Versions of Kubernetes, and of its module with the validation of CRDs. */
const versions = { "1.28": "v0.28.3", "1.31": "v0.31.14", "1.34": "v0.34.13", "1.37": "v0.37.2" } as const;

type Version = keyof typeof versions;

const names = Object.keys(versions) as Version[];

/** Cases in which a version has another verdict on purpose. */
const differences: readonly (readonly [name: RegExp, versions: readonly Version[], reason: string])[] = [
  [
    /^x: default: (int32|whole number|number of int64)$/,
    ["1.28", "1.31", "1.34"],
    "newer versions refuse a default that is out of range, and a definition is for them, too",
  ],
  [
    /^x: junctor: no values of maps$/,
    ["1.28"],
    "additionalProperties: false in allOf, which 1.28 to 1.30 refuse, is not generated",
  ],
];

/**
 * The fields of a CRD with errors, with the types of the errors; null for a CRD that Kubernetes
 * cannot judge.
 */
type Verdict = readonly string[] | null;

function verdictOf(errors: readonly Answer[]): readonly string[] {
  const named = errors.filter(([, , detail]) => !detail.startsWith("contributed to estimated rule cost"));
  return [...new Set(named.map(([type, field]) => `${type} ${field}`))].toSorted();
}

const file = join(import.meta.dirname, "version-answers.jsonl");

/** The verdicts of each version by the name of the case. */
type Verdicts = readonly (readonly [name: string, ...verdicts: readonly Verdict[]])[];

function readVerdicts(): Verdicts {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Verdicts[number]);
}

function isDifferent(name: string, version: Version): boolean {
  return differences.some(([pattern, of]) => pattern.test(name) && of.includes(version));
}

test("the verdicts for a version of Kubernetes are the recorded ones of its validator, except for the listed differences", () => {
  const recorded = readVerdicts();
  const cases = versionCases();
  expect(recorded.map(([name]) => name)).toEqual(cases.map(({ name }) => name));
  const all = cases.map(({ name, crd }, at) => ({ name, crd, verdicts: (recorded[at] ?? [""]).slice(1) }));
  const isRandom = ({ name }: (typeof all)[number]): boolean => /^(?:rule|costs|mutant) \d+$/.test(name);
  const random = selectedCases(all.filter(isRandom), { quick: 10, long: 3 });
  const selected = [...all.filter((one) => !isRandom(one)), ...random];
  for (const { name, crd, verdicts } of selected)
    for (const [at, version] of names.entries()) {
      const theirs = verdicts[at] ?? null;
      if (theirs === null) continue;
      const errors = crdErrors(withKnownFields(crd, version), { kubernetes: version });
      const ours = verdictOf(comparable(errors.map(({ type, field, detail }) => [type, field, detail])));
      if (isDifferent(name, version)) expect([name, version, ours]).not.toEqual([name, version, theirs]);
      else expect([name, version, ours]).toEqual([name, version, theirs]);
    }
  const changing = all.filter(({ verdicts }) => new Set(verdicts.map((one) => JSON.stringify(one))).size > 1);
  expect(changing.length).toBeGreaterThan(25);
});

// GO_ANSWERS=write records the verdicts. The module of a version never changes, so that asking the
// newest one shows in `make test-all` whether the cases are those of the record.
const asked = process.env["GO_ANSWERS"] === "write" ? names : selectedCases(names.toReversed(), { long: names.length });

test.skipIf(!asksGo).for(asked)(
  "the recorded verdicts of Kubernetes %s are those of its validator (needs Go and its module apiextensions-apiserver)",
  (version, { skip }) => {
    const judge = versionJudge(versions[version]);
    if (judge === undefined) return skip(`needs k8s.io/apiextensions-apiserver@${versions[version]} in Go's cache`);
    const cases = versionCases();
    const crds = cases.map(({ crd }): CRD => withKnownFields(crd, version));
    const verdicts = allErrors(crds, judge).map((errors): Verdict =>
      isJudged(errors) ? verdictOf(comparable(errors)) : null,
    );
    const at = names.indexOf(version);
    if (process.env["GO_ANSWERS"] === "write") {
      const before = at === 0 ? cases.map(({ name }): Verdicts[number] => [name]) : readVerdicts();
      const lines = before.map(([name, ...others], index) => [name, ...others.slice(0, at), verdicts[index]]);
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    }
    expect(readVerdicts().map((recorded) => recorded[at + 1])).toEqual(verdicts);
  },
);

test("a field that a version does not know is an error", () => {
  const rule = { rule: "self == oldSelf.orValue('')", optionalOldSelf: true };
  const crd = withProperty({ type: "string", maxLength: 3, "x-kubernetes-validations": [rule] });
  const [version] = crd.spec?.versions ?? [];
  const selectable = {
    ...crd,
    spec: { ...crd.spec, versions: [{ ...version, selectableFields: [{ jsonPath: ".spec.x" }] }] },
  };
  const unknown = (kubernetes: string) =>
    crdErrors(selectable, { kubernetes })
      .filter(({ detail }) => detail.startsWith("API servers have this field since"))
      .map(({ field, detail }) => `${field}: ${detail}`);
  const fields = "spec.versions[0].selectableFields: API servers have this field since Kubernetes 1.30";
  const rules = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-validations[0]";
  expect(unknown("1.28")).toEqual([
    fields,
    `${rules}.optionalOldSelf: API servers have this field since Kubernetes 1.29`,
  ]);
  expect(unknown("1.29")).toEqual([fields]);
  expect(unknown("1.30")).toEqual([]);
});
