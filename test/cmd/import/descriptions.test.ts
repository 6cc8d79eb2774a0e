import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseProto } from "../../../engine/load/proto/parse-proto.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import type { CRD as KnownCRD } from "../../corpus/crds/crds.js";
import { differencesOf } from "./crd-differences.js";
import { pizzaCRD } from "./crd-yaml.js";
import { placesOf, wholeCRD, withText, type Place } from "./documents.js";

/** Descriptions with parts that have a meaning in comments, by property. */
const descriptions: Readonly<Record<string, string>> = {
  schedule: "A cron schedule, for example */5 * * * *.",
  ends: "Ends with */",
  glob: "Matches **/*.yaml, and */ and *\\/ and *\\\\/.",
  marker: "+k8s:required\n+default=5\n+ an item",
  tag: "First line.\n@default 5\n@example\n+default=1\n@packageDocumentation",
  todo: "TODO is the first column.\nTODO: not a note\nDone.",
  rule: "Above.\n---\nBelow.",
  fence: "An example:\n```yaml\n+listType=set\n---\n```\nAnd more.",
  open: "An open fence:\n```\n+listType=set",
  escaped: "\\+default=5\n\\\\@example\n\\TODO\n\\---",
  link: "See {@link Pizza} and {\\@link Oven}.",
  comment: "// a /* b /** c",
  code: "  indented\n    more",
  long: `${"A sentence that is repeated is long. ".repeat(20)}end\n${"word ".repeat(60)}- and + and TODO at places of breaks ${"x ".repeat(99)}end`,
  blanks: `Two  blanks ${"a  b ".repeat(60)}end\n\nand a ${"path\\\\ ".repeat(40)}end`,
  backslashes: "ends with\\\nand with\\\\\nand a blank \\\nand the last\\",
  first: "+first",
  only: "---",
  separators: "a\u2028b",
};

const spec = {
  type: "object",
  properties: Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description, type: "string" }]),
  ),
};

/** Descriptions as they come back: ends of lines are those of YAML, and blanks at both ends go. */
const expected = Object.fromEntries(
  Object.entries(descriptions).map(([name, text]) => [name, text.replaceAll("\u2028", "\n").trim()]),
);

async function generated(text: string): Promise<{ readonly root: string; readonly stderr: string }> {
  const root = apiProject({ "crd.yaml": text });
  writeFileSync(join(root, "codegen.config.json"), '{ "generators": ["crd", "openapi", "protobuf", "schema"] }\n');
  expect(await runHere(root, ["import", "crd.yaml"])).toMatchObject({ status: 0, stderr: "" });
  const doc = join(root, "apis/pizza/v1/doc.ts");
  writeFileSync(doc, readFileSync(doc, "utf8").replace(" * +groupName", " * +k8s:protobuf-gen=package\n * +groupName"));
  const { status, stderr } = await runHere(root, ["apis"]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return { root, stderr };
}

test("descriptions come back from import and codegen as they were, with *, /, + and @", async () => {
  const { root, stderr } = await generated(pizzaCRD(JSON.stringify(spec)));
  expect(stderr).toBe("");
  const crd = parse(readFileSync(join(root, "generated/crds/pizza.example.com_pizzas.yaml"), "utf8")) as CRD;
  const { properties } = crd.spec.versions[0].schema.openAPIV3Schema.properties.spec;
  expect(Object.fromEntries(Object.entries(properties).map(([name, { description }]) => [name, description]))).toEqual(
    expected,
  );
  const docs = readFileSync(join(root, "apis/pizza/v1/zz_generated.docs.ts"), "utf8");
  expect(docs).toContain('"A cron schedule, for example */5 * * * *."');
  expect(docs).toContain('"See {@link Pizza} and {\\\\@link Oven}."');
  const proto = readFileSync(join(root, "generated/proto/pizza.example.com/v1/generated.proto"), "utf8");
  expect(proto).toContain("  // A cron schedule, for example */5 * * * *.\n");
  const parsed = parseProto(proto);
  const message = "fault" in parsed ? undefined : parsed.messages.get("PizzaSpec");
  expect([...(message?.fields.keys() ?? [])].sort()).toEqual(Object.keys(descriptions).sort());
  expect(proto).toContain("  // +k8s:required\n  // +default=5\n  // + an item\n");
});

test.each([
  "a */ b /* c *\\/ d // e",
  '"quotes" \'and\' `back` \\ \\n \\u2028 \\"',
  "+default=1; a=b, c # d {e} | & %",
])("a string comes back from each place of a CRD: %s", async (text) => {
  const free = ["annotations", "deprecationWarning", "message", "title", "example", "default", "description"];
  const isFree = ({ path, isKey }: Place): boolean =>
    !isKey && path.some((key) => free.includes(String(key))) && !String(path.at(-1)).startsWith("url");
  const withTexts = placesOf(wholeCRD)
    .filter(isFree)
    .reduce<unknown>((crd, place) => withText(crd, place, text), wholeCRD);
  // A default that violates a pattern is an error.
  const isPattern = (key: string, value: unknown): boolean => key === "pattern" && typeof value === "string";
  const whole: unknown = JSON.parse(
    JSON.stringify(withTexts, (key: string, value: unknown) => (isPattern(key, value) ? undefined : value)),
  );
  const root = apiProject({ "crd.json": JSON.stringify(whole) });
  writeFileSync(join(root, "codegen.config.json"), '{ "generators": ["crd"] }\n');
  expect(await runHere(root, ["import", "crd.json"])).toMatchObject({ status: 0, stderr: "" });
  expect(await runHere(root, ["apis"])).toMatchObject({ status: 0 });
  const printed = readFileSync(join(root, "generated/crds/pizza.example.com_pizzas.yaml"), "utf8");
  const found = parse(printed) as typeof wholeCRD;
  const wanted = whole as typeof wholeCRD;
  expect(found.metadata).toMatchObject(wanted.metadata);
  const rules = (crd: typeof wholeCRD) =>
    crd.spec.versions[0].schema.openAPIV3Schema.properties.spec["x-kubernetes-validations"];
  expect(rules(found)).toEqual(rules(wanted));
  const differences = differencesOf(whole as KnownCRD, parse(printed) as KnownCRD);
  const others = /properties\.(apiVersion|kind|metadata): absent became/;
  expect(differences.filter((difference) => !others.test(difference))).toEqual([]);
});

interface CRD {
  readonly spec: {
    readonly versions: readonly [
      { readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly spec: Described } } } },
    ];
  };
}

interface Described {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
}
