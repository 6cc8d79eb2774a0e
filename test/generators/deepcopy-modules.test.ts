import { expect, test } from "vitest";
import { memoryFileSystem } from "../engine/memory-file-system.js";
import { load } from "../../engine/load/load.js";
import { deepcopy } from "../../generators/deepcopy/index.js";
import { planOf } from "./corpora.js";

const files = {
  "package.json": `{ "name": "shop" }`,
  "v1/doc.ts": "/** +k8s:deepcopy-gen=package */\nexport {};\n",
  "v1/types.ts": `import type { Part } from "parts";\nexport interface Order {\n  part: Part;\n  parts?: Part[];\n}\n`,
  "node_modules/parts/package.json": `{ "name": "parts", "types": "index.d.ts" }`,
};
const part = "export interface Part {\n  names: string[];\n}\n";

function planWith(declarations: string) {
  const fileSystem = memoryFileSystem({ ...files, "node_modules/parts/index.d.ts": declarations });
  const { universe, problems } = load({ root: ".", targets: ["v1"], definitions: deepcopy.markers, fileSystem });
  expect(problems).toEqual([]);
  return planOf(deepcopy, universe);
}

test("the copy functions that a package exports copy its types", () => {
  const { files: plans, problems } = planWith(`${part}export declare function DeepCopy_Part(input: Part): Part;\n`);
  expect(problems).toEqual([]);
  expect(JSON.stringify(plans[0]?.view)).toContain(`{"symbol":"DeepCopy_Part","from":"parts","module":true}`);
});

test("a package without exported copy functions is a problem at each field", () => {
  const { problems } = planWith(part);
  expect(problems.map(({ code, message, position }) => [code, message, position.line])).toEqual([
    ["deepcopy/no-function", "Part has no copy function: parts exports no DeepCopy_Part", 3],
    ["deepcopy/no-function", "Part has no copy function: parts exports no DeepCopy_Part", 4],
  ]);
});
