import { expect, test } from "vitest";
import { memoryFileSystem } from "../../engine/base/file-system.js";
import { load } from "../../engine/load/load.js";
import { openapi } from "../../generators/openapi/index.js";
import { planOf } from "./corpora.js";

const files = {
  "package.json": `{ "name": "shop" }`,
  "v1/doc.ts": "/** +k8s:openapi-gen=true */\nexport {};\n",
  "v1/types.ts": `import type { Part } from "parts";\nexport interface Order {\n  part: Part;\n  parts?: Part[];\n}\n`,
  "node_modules/parts/package.json": `{ "name": "parts", "types": "index.d.ts" }`,
};
const part = "export interface Part {\n  names: string[];\n}\n";

function planWith(declarations: string) {
  const fileSystem = memoryFileSystem({ ...files, "node_modules/parts/index.d.ts": declarations });
  const { universe, problems } = load({ root: ".", targets: ["v1"], definitions: openapi.markers, fileSystem });
  expect(problems).toEqual([]);
  return planOf(openapi, universe);
}

test("types of another package have the names that it exports, and their definitions come from it", () => {
  const exported =
    "export declare const OpenAPIModelPackage = 'com.parts';\nexport declare function GetOpenAPIDefinitions(): object;\n";
  const { files: plans, problems } = planWith(part + exported);
  expect(problems).toEqual([]);
  const view = JSON.stringify(plans[0]?.view);
  expect(view).toContain(
    `{"kind":"foreign","key":"$ref","modelPackage":{"symbol":"OpenAPIModelPackage","from":"parts","module":true},"type":"Part"}`,
  );
  expect(plans[0]?.view).toMatchObject({ refers: true, dependencies: [{ from: "parts", lazy: true, module: true }] });
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
  expect(plans[0]?.view).toMatchObject({ refers: false, dependencies: [] });
});
