import * as fc from "fast-check";
import { expect, test } from "vitest";
import { scalarSchema } from "../../generators/crd-schemas/schema/scalar.js";
import { valueErrors } from "../../runtime/crd/index.js";
import { canonicalString } from "../../runtime/decode/text-formats.js";
import { seedOf } from "../sizes.js";
import { answersOfGo, isGoHere } from "./go-judge.js";
import { isOneSided, validValues, type Rewritten } from "./one-sided.js";

const times = [
  "2026-01-02T03:04:05Z",
  "2026-01-02T03:04:05.000001Z",
  "2026-01-02T03:04:05,5+24:00",
  "2026-01-02t03:04:05.000001z",
  "2026-01-02T3:04:05.000001Z",
  "2026-01-02T03:04:05x5Z",
  "2026-01-02T03:04:05.000001+01:60",
  "2026-02-30T03:04:05.000001Z",
  "9999-12-31T23:59:59.000001-23:59",
  "2026-01-02",
  "",
];

/** Strings of each type, from which others are made by an edit. */
const strings: Readonly<Record<Rewritten, readonly string[]>> = {
  bytes: ["", "YQ==", "YWJj", "YW\nJj", "YQ=\n=", "YR==", "YQ== ", "YWJ", "-_-_", "YWJj\r\n"],
  Duration: [
    "",
    "0",
    "+1h",
    ".5h",
    "1.h5m",
    "-2m3s",
    "1µs",
    "1μs",
    "1d",
    "3 weeks",
    "1e3s",
    "9223372037s",
    "2562047h",
    "2562048h",
  ],
  Time: times,
  MicroTime: times,
  Quantity: [
    "",
    "0",
    "1Gi",
    "1e3",
    "1E-3",
    ".5",
    "5.",
    "-1.5k",
    "1K",
    " 1",
    "k",
    "1e1.5",
    "1e9999999999",
    "1n",
    "1e3Ki",
  ],
};

/** Returns strings of a type, and more of them with an edit of one or two characters. */
function samplesOf(type: Rewritten, numRuns: number): readonly string[] {
  const known = strings[type];
  const characters = [...new Set(known.join("")), "\n", ""];
  const edit = fc.tuple(fc.constantFrom(...known), fc.nat(40), fc.nat(2), fc.constantFrom(...characters));
  const edited = edit.map(([text, at, removed, added]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + added + text.slice(place + removed);
  });
  return [...new Set([...known, ...fc.sample(edited, { seed: seedOf("STRINGS_SEED"), numRuns })])];
}

function isServers(type: Rewritten, text: string): boolean {
  try {
    canonicalString(type, text);
    return true;
  } catch {
    return false;
  }
}

const isClusters = (type: Rewritten, text: string) => valueErrors(undefined, scalarSchema(type), text).length === 0;
const types = Object.keys(validValues) as readonly Rewritten[];

test.each(types)("a server and a cluster accept the same strings of %s, except for those in docs/rules.md", (type) => {
  const samples = samplesOf(type, 3000);
  const differing = samples.filter((text) => isServers(type, text) !== isClusters(type, text));
  expect(differing.filter((text) => !isOneSided(type, text))).toEqual([]);
  expect(differing.length, "strings that only one accepts").toBeGreaterThan(0);
  const same = samples.filter((text) => isServers(type, text) && isClusters(type, text));
  expect(same.length, "strings that both accept").toBeGreaterThan(20);
  expect(samples).toContain(strings[type][0]);
});

test("a cluster refuses durations and times that Go does not read", () => {
  expect(["1d", "3 weeks", "1h 5m", ""].filter((text) => isClusters("Duration", text))).toEqual([]);
  expect(["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.1Z"].filter((text) => isClusters("MicroTime", text))).toEqual(
    [],
  );
});

test.skipIf(!isGoHere)("Kubernetes' validator accepts the same strings as our reader (needs Go)", () => {
  const tasks = types.map((type) => {
    const calls = samplesOf(type, 200).map((text) => ({ New: JSON.stringify({ a: text }), Old: "" }));
    return { Schema: { type: "object", properties: { a: scalarSchema(type) } }, HasCEL: false, Calls: calls };
  });
  const answers = answersOfGo(tasks) ?? [];
  expect(answers.length).toBe(types.length);
  const differing = types.flatMap((type, at) =>
    samplesOf(type, 200).filter((text, index) => (answers[at]?.[index]?.length === 0) !== isClusters(type, text)),
  );
  expect(differing).toEqual([]);
});
