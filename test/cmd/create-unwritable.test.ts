import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTree, temporaryFolder, writeTree } from "../engine/temporary-folder.js";
import { command } from "../package/command.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { builtCli } from "./built-cli.js";
import { runHere } from "./run-here.js";

const api = ["create", "api", "--group", "shop.example.com", "--version", "v1", "--kind", "Pizza"];
const pizza = kind("shop.example.com/v1", "Pizza", "  spec: { size: string };");
const types = `${pizza.replace("{ ObjectMeta", "{ ListMeta, ObjectMeta")}
export interface PizzaList extends TypeMeta<"shop.example.com/v1", "PizzaList"> {
  metadata: ListMeta;
  items: Pizza[];
}
`;

/** Creates a project with one kind. */
const project = () =>
  apiProject({ "apis/shop/v1/doc.ts": groupDoc("shop.example.com"), "apis/shop/v1/types.ts": types });

test.each(["apis", "apis/shop", "apis/shop/v1"])(
  "create api reports a file with the name of its folder %s",
  async (path) => {
    const root = temporaryFolder({ "package.json": "{}", [path]: "" });
    const before = readTree(root);
    const { stdout, stderr, status } = await runHere(root, api);
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr)
      .toBe(`apis/shop/v1/doc.ts:1:1 error write/failed: 2 files can't be written: a file with the name of its folder exists
    apis/shop/v1/doc.ts
    apis/shop/v1/types.ts
    move or rename that file or folder, then run codegen again
nothing was written
`);
    expect(readTree(root)).toEqual(before);
  },
);

test("create server writes nothing if one of its files cannot be written", async () => {
  const root = project();
  writeTree(root, { src: "" });
  const before = readTree(root);
  const { stdout, stderr, status } = await runHere(root, ["create", "server"]);
  expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
  expect(stderr).toMatch(/src\/definition\.ts:1:1 error write\/failed: 3 files can't be written: /);
  expect(stderr).toMatch(/\nnothing was written\n$/);
  expect(readTree(root)).toEqual(before);
  rmSync(join(root, "src"));
  expect((await runHere(root, ["create", "server"])).stdout).toContain(`updated package.json: npm run generate`);
});

test("create server on a full disk leaves no half-written file, and is not reported as a bug", async () => {
  const root = project();
  const before = readTree(root);
  const line = `ulimit -f 1; exec "${process.execPath}" "${builtCli()}" create server`;
  const { status, stderr } = await command(root, "sh", ["-c", line]);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /error write\/failed: .* can't be written: the file would be larger than this system allows\n/,
  );
  expect(stderr).not.toMatch("a bug in codegen");
  expect(readTree(root)).toEqual(before);
});

test.each([
  ["[]", "package.json must be a JSON object: write { } around its content"],
  [`{ "name": "x", }`, "package.json is not JSON: "],
])("init and create server refuse the package.json %s", async (text, fault) => {
  const root = project();
  writeTree(root, { "package.json": text });
  const before = readTree(root);
  for (const args of [["init"], ["create", "server"]]) {
    const { stderr, status } = await runHere(root, args);
    expect(stderr).toContain(`codegen: ${fault}`);
    expect(stderr).toMatch(/; nothing was changed\n$/);
    expect(status).toBe(2);
  }
  expect(readTree(root)).toEqual(before);
});
