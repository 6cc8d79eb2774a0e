import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workFolder, writeFiles } from "../../generators/run-generated.js";
import { runIn } from "../../golden/cases.js";
import { selectedCases } from "../../sizes.js";

/** Markers without their prefix, and the types on which Go's tool rejects them. */
interface Rejections {
  readonly markers: string;
  /** Types of a property, in Go; `type T` for the markers on a type. */
  readonly rejected: readonly string[];
}

/** A set of markers on types that only one of the tools rejects. */
interface Deviation {
  readonly markers: readonly string[];
  readonly types: readonly string[] | "any";
  readonly reason: string;
}

/** Types of properties, in Go and in TypeScript. */
const properties: readonly (readonly [string, string])[] = [
  ["string", "f: string"],
  ["*string", "f?: string"],
  ["Text", "f: Text"],
  ["*Text", "f?: Text"],
  ["int32", "f: int32"],
  ["*int32", "f?: int32"],
  ["Number", "f: Count"],
  ["bool", "f: boolean"],
  ["float64", "f: float64"],
  ["[]byte", "f: bytes"],
  ["Item", "f: Item"],
  ["*Item", "f?: Item"],
  ["[]string", "f: string[]"],
  ["[]Text", "f: Text[]"],
  ["[]int32", "f: int32[]"],
  ["[]Item", "f: Item[]"],
  ["Texts", "f: Texts"],
  ["Items", "f: Items"],
  ["map[string]string", "f: Record<string, string>"],
  ["map[Text]string", "f: Record<Text, string>"],
  ["map[string]Item", "f: Record<string, Item>"],
  ["Map", "f: Labels"],
  ["map[string][]string", "f: Record<string, string[]>"],
  ["[][]string", "f: string[][]"],
  ["[]map[string]string", "f: Record<string, string>[]"],
  ["map[string]map[string]string", "f: Record<string, Record<string, string>>"],
];
/** Declared types. */
const types: readonly (readonly [string, string])[] = [
  ["type string", "type NAME = string;"],
  ["type int32", "type NAME = int32;"],
  ["type bool", "type NAME = boolean;"],
  ["type []string", "type NAME = string[];"],
  ["type []int32", "type NAME = int32[];"],
  ["type []Item", "type NAME = Item[];"],
  ["type map[string]string", "type NAME = Record<string, string>;"],
  ["type map[string]Item", "type NAME = Record<string, Item>;"],
  ["type struct", "interface NAME {\n  name: string;\n}"],
];
const declarations = `import type { bytes, float64, int32 } from "@apimachinery/runtime";
export type Text = string;
export type Count = int32;
export interface Item {
  name: string;
  port?: int32;
  list: string[];
}
export type Texts = string[];
export type Items = Item[];
export type Labels = Record<string, string>;
`;

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), "utf8");
const expected = selectedCases(read("rejections.jsonl").trimEnd().split("\n"), { quick: 15, long: 4 }).map(
  (line) => JSON.parse(line) as Rejections,
);
const deviations = (JSON.parse(read("rejections-deviations.json")) as readonly Deviation[]).filter((one) =>
  expected.some(({ markers }) => one.markers.includes(markers)),
);

test("markers are rejected on the types on which Go's tool rejects them", async () => {
  const rejected = await findRejected();
  const used = new Set<Deviation>();
  const differences = expected.flatMap(({ markers, rejected: go }, at) =>
    [...properties, ...types].flatMap(([type]) => {
      const ours = rejected.get(`${at} ${type}`);
      if (go.includes(type) === (ours !== undefined)) return [];
      const known = deviations.find(
        (one) => one.markers.includes(markers) && (one.types === "any" || one.types.includes(type)),
      );
      if (known !== undefined) used.add(known);
      return known === undefined ? [{ markers, type, ours: ours ?? "not rejected" }] : [];
    }),
  );
  expect(differences).toEqual([]);
  expect(deviations.filter((one) => !used.has(one))).toEqual([]);
});

/** Returns the first error of each combination of markers and types. */
async function findRejected(): Promise<ReadonlyMap<string, string>> {
  let text = declarations;
  // The number of the first line is 1.
  const owners = [
    "",
    ...declarations
      .trimEnd()
      .split("\n")
      .map(() => ""),
  ];
  const add = (owner: string, source: string): void => {
    text += source;
    owners.push(
      ...source
        .trimEnd()
        .split("\n")
        .map(() => owner),
    );
  };
  for (const [at, { markers }] of expected.entries()) {
    const comment = (indent: string): string =>
      `${indent}/** ${markers
        .split(" & ")
        .map((marker) => `+k8s:${marker}`)
        .join(`\n${indent} *  `)} */\n`;
    for (const [index, [name, property]] of properties.entries())
      add(
        `${at} ${name}`,
        `export interface Case${at}_${index} {\n${comment("  ")}  ${property};\n  other?: string;\n}\n`,
      );
    for (const [index, [name, type]] of types.entries())
      add(`${at} ${name}`, `${comment("")}export ${type.replace("NAME", `Type${at}_${index}`)}\n`);
  }
  const work = workFolder("rejections");
  writeFiles(work, {
    "codegen.config.json": `{ "paths": ["."] }\n`,
    "all/doc.ts": "/** +k8s:validation-gen=*\n *  +k8s:validation-gen:infer=none */\nexport {};\n",
    "all/types.ts": text,
  });
  const { report } = await runIn(work);
  rmSync(work, { recursive: true, force: true });
  const found = new Map<string, string>();
  for (const { line, code, message, severity } of report.problems) {
    const owner = owners[line];
    // Go's tool has no schemas.
    const isOfRules = severity === "error" && !code.startsWith("schema/");
    if (isOfRules && owner !== undefined && !found.has(owner)) found.set(owner, `${code}: ${message}`);
  }
  return found;
}
