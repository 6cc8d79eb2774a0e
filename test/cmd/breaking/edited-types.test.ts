import { expect, test } from "vitest";
import { compareAPIs } from "../../../cmd/codegen/breaking/compare/compare-apis.js";
import type { API } from "../../../cmd/codegen/breaking/form/api.js";
import { readProject } from "../../../cmd/codegen/breaking/read/read-project.js";
import { withExamples } from "../../../cmd/codegen/breaking/samples/find-examples.js";
import { pick, randomOf, type RandomNumbers } from "../../../cmd/codegen/breaking/samples/random.js";
import { resolveProject } from "../../../engine/config/project.js";
import { selectGenerators } from "../../../engine/run/select.js";
import { generators } from "../../../generators/index.js";
import type { Tree } from "../../engine/temporary-folder.js";
import { sizeOf } from "../../sizes.js";
import { apiProject } from "../api-project.js";
import { isRefused } from "./answers.js";
import { filesOf, plain, type Property, type Source } from "./menu.js";

type Edit = (source: Source, random: RandomNumbers) => Source;

/** Replaces a text of the types. */
const replaced =
  (from: string, to: string): Edit =>
  (source) => ({ ...source, types: source.types.replace(from, to) });

/** Edits a random property. */
const ofProperty =
  (edit: (property: Property, random: RandomNumbers) => Property | undefined): Edit =>
  (source, random) => {
    const at = random.below(source.spec.length);
    return { ...source, spec: source.spec.flatMap((one, index) => (index === at ? (edit(one, random) ?? []) : one)) };
  };

const edits: readonly [Edit, ...Edit[]] = [
  ofProperty(() => undefined),
  ofProperty((property) => ({ ...property, markers: [] })),
  ofProperty(({ text, markers }) => ({
    markers,
    text: text.includes("?:") ? text.replace("?:", ":") : text.replace(":", "?:"),
  })),
  ofProperty(({ text, markers }, random) => ({
    text,
    markers: markers.map((marker) =>
      marker.replace(/=(\d+)$/, (_all, limit) => `=${String(Number(limit) + random.below(5) - 2)}`),
    ),
  })),
  ofProperty(({ text, markers }) => ({ text, markers: markers.map((marker) => marker.replace(`"Fast"`, `"Safe"`)) })),
  ofProperty(({ text, markers }) => ({ text: text.replace("int32", "int64"), markers })),
  ofProperty(({ text, markers }) => ({
    text,
    markers: /string;|Name;/.test(text) && !text.includes("Record") ? [...markers, "k8s:minLength=2"] : markers,
  })),
  ofProperty(({ text, markers }) => ({ text, markers: markers.map((marker) => marker.replace("[A-Z]+", "[A-F]+")) })),
  (source) => ({ ...source, spec: [...source.spec, { text: "added: string;", markers: [] }] }),
  (source) => ({ ...source, spec: [...source.spec, { text: "added?: string;", markers: [] }] }),
  replaced(`"Fast" | "Safe"`, `"Fast" | "Slow"`),
  replaced("weight?: int32", "weight: int32"),
  replaced("logs: int32", "logs: string"),
  replaced("Wood | Gas", "Wood"),
  replaced("maxLength=9", "maxLength=4"),
  replaced("maxLength=9", "maxLength=12"),
  replaced("parts?: Part[]", "parts?: Part[]; more?: string"),
];

/** Reads the API of a project, whose types have no errors. */
async function read(tree: Tree): Promise<API> {
  const resolved = await resolveProject({ cwd: apiProject(tree), paths: [] });
  if (resolved.kind !== "project") throw new Error("the project has a fault");
  const { definitions } = await selectGenerators(generators, resolved.project);
  const read = await readProject(resolved.project, definitions);
  if (read.problems !== undefined) throw new Error(JSON.stringify(read.problems));
  return read.api;
}

test("no edit of types that changes the answer for an object is reported as compatible", async () => {
  const groups = Array.from({ length: sizeOf("TYPE_EDITS") }, (_, index) => `group${String(index)}`);
  const changedTree = groups.map((group, seed) => {
    const random = randomOf(seed);
    return filesOf(group, pick(random, edits)(plain, random));
  });
  const old = await read(Object.assign({}, ...groups.map((group) => filesOf(group, plain))) as Tree);
  const now = await read(Object.assign({}, ...changedTree) as Tree);
  const compared = compareAPIs(old, now, { unit: "group" });
  const changes = await withExamples(compared, old, now, { samples: 100, seed: 1 });
  const missed: string[] = [];
  for (const [seed, name] of groups.entries()) {
    const group = `${name}.example.com`;
    const own = changes.filter((change) => change.group === group);
    if (own.some(({ severity }) => severity !== "compatible")) continue;
    const [before, after] = [old, now].map(({ kinds }) => kinds.find((kind) => kind.group === group));
    if (before === undefined || after === undefined) throw new Error(`${group} has no kind`);
    if (isRefused(before, before.schema(), after.schema(), "spec", seed)) missed.push(group);
  }
  expect(missed).toEqual([]);
  expect(
    new Set(changes.filter(({ severity }) => severity === "breaking").map(({ code }) => code)).size,
  ).toBeGreaterThan(5);
});
