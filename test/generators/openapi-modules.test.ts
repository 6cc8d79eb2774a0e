import { expect, test } from "vitest";
import { memoryFileSystem } from "../../engine/base/file-system.js";
import { load } from "../../engine/load/load.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import { openapi } from "../../generators/openapi/index.js";
import { planOf } from "./corpora.js";

const files = {
  "package.json": `{ "name": "shop" }`,
  "v1/doc.ts": "/** +k8s:openapi-gen=true */\nexport {};\n",
  "v1/types.ts": `import type { Part } from "parts";\nexport interface Order {\n  part: Part;\n  parts?: Part[];\n}\n`,
  "node_modules/parts/package.json": `{ "name": "parts", "types": "index.d.ts" }`,
};
const runtime = { from: "@apimachinery/runtime/openapi", lazy: true, module: true };
const part = "export interface Part {\n  names: string[];\n}\n";

function planWith(declarations: string) {
  const fileSystem = memoryFileSystem({ ...files, "node_modules/parts/index.d.ts": declarations });
  const { universe, problems } = load({ root: ".", targets: ["v1"], definitions: openapi.markers, fileSystem });
  expect(problems).toEqual([]);
  const schema: PlanInput["emitted"] = (pkg, symbol) =>
    pkg === "v1" ? { symbol, from: "v1/zz_generated.schema.ts" } : undefined;
  return planOf(openapi, universe, schema, ["schema"]);
}

test("the definitions of types of another package come from that package", () => {
  const exported =
    "export declare const OpenAPIModelPackage = 'com.parts';\nexport declare function GetOpenAPIDefinitions(): object;\n";
  const { files: plans, problems } = planWith(part + exported);
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
