import { expect, test } from "vitest";
import { memoryFileSystem } from "../engine/memory-file-system.js";
import { load } from "../../engine/load/load.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import { openapi } from "../../generators/openapi/index.js";
import { planInput } from "./corpora.js";

const files = {
  "package.json": `{ "name": "shop" }`,
  "v1/doc.ts": "/** +k8s:openapi-gen=true */\nexport {};\n",
  "v1/types.ts": `import type { Part } from "parts";\nexport interface Order {\n  part: Part;\n  parts?: Part[];\n}\n`,
  "node_modules/parts/package.json": `{ "name": "parts", "types": "index.d.ts" }`,
};
const runtime = { from: "@apimachinery/runtime/openapi", lazy: true, module: true };
const part = "export interface Part {\n  names: string[];\n}\n";

/** @param exported what the package exports when it is loaded */
function planWith(declarations: string, exported?: object) {
  const fileSystem = memoryFileSystem({ ...files, "node_modules/parts/index.d.ts": declarations });
  const { universe, problems } = load({ root: ".", targets: ["v1"], definitions: openapi.markers, fileSystem });
  expect(problems).toEqual([]);
  const schema: PlanInput["emitted"] = (pkg, symbol) =>
    pkg === "v1" ? { symbol, from: "v1/zz_generated.schema.ts" } : undefined;
  return openapi.plan({ ...planInput(openapi, universe, schema, ["schema"]), load: () => exported });
}

const definitions =
  "export declare const OpenAPIModelPackage = 'com.parts';\nexport declare function GetOpenAPIDefinitions(): object;\n";
const PartSchema = { name: "v1.Part", fields: { names: { type: "list", items: { type: "string" } } } };

test("the definitions of types of another package come from that package", () => {
  const exported = { PartSchema: { ...PartSchema, model: "com.parts.Part" } };
  const { files: plans, problems } = planWith(part + definitions, exported);
  expect(problems).toEqual([]);
  expect(plans[0]?.view).toMatchObject({ dependencies: [runtime, { from: "parts", lazy: true, module: true }] });
});

test("types of a package without exported definitions accept any JSON, with a warning at each field", () => {
  const { files: plans, problems } = planWith(part);
  expect(problems.map(({ code, severity, message, position }) => [code, severity, message, position.line])).toEqual([
    [
      "openapi/no-definition",
      "warning",
      "Part has no OpenAPI definition: parts does not export GetOpenAPIDefinitions and OpenAPIModelPackage",
      3,
    ],
    [
      "openapi/no-definition",
      "warning",
      "Part has no OpenAPI definition: parts does not export GetOpenAPIDefinitions and OpenAPIModelPackage",
      4,
    ],
  ]);
  expect(plans[0]?.view).toMatchObject({ dependencies: [runtime] });
});

test.each([
  ["of an earlier release", { PartSchema }, "an earlier release of codegen generated PartSchema in parts"],
  [
    "that opts out",
    { PartSchema, BoxSchema: { name: "v1.Box", model: "com.parts.Box" } },
    "the type opts out in parts",
  ],
])("a schema %s does not name its definition, so the type is any JSON, with a warning", (_title, exported, reason) => {
  const { problems } = planWith(part + definitions, exported);
  expect(problems.map(({ code, message }) => [code, message])).toEqual(
    [3, 4].map(() => ["openapi/no-definition", `Part has no OpenAPI definition: ${reason}`]),
  );
});
