import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockFiles, withVersion } from "../../engine/base/package-manager.js";
import { repository } from "../interop/repository.js";
import { readTree, temporaryFolder, writeTree } from "../engine/temporary-folder.js";
import { apiProject } from "./api-project.js";
import { runHere } from "./run-here.js";
import { manifest, onePizza } from "./shop-project.js";

const api = ["create", "api", "--group", "shop.example.com", "--version", "v1", "--kind", "Pizza", "--namespaced"];

/** The commands in hints, by lock file. */
const hints = [
  ["package-lock.json", "npm i", "npx --no -- codegen", "npm pkg set type=module", "npm run dev", "npm test"],
  ["npm-shrinkwrap.json", "npm i", "npx --no -- codegen", "npm pkg set type=module", "npm run dev", "npm test"],
  ["pnpm-lock.yaml", "pnpm add", "pnpm exec codegen", "pnpm pkg set type=module", "pnpm run dev", "pnpm run test"],
  ["yarn.lock", "yarn add", "yarn run codegen", `write "type": "module"`, "yarn run dev", "yarn run test"],
  ["bun.lock", "bun add", "bun run codegen", "bun pm pkg set type=module", "bun run dev", "bun run test"],
  ["bun.lockb", "bun add", "bun run codegen", "bun pm pkg set type=module", "bun run dev", "bun run test"],
] as const;

test("the table has every lock file", () => {
  expect(hints.map(([lockFile]) => lockFile).sort()).toEqual([...lockFiles].sort());
});

describe.each(hints)("%s", (lockFile, add, codegen, setModule, dev, runTests) => {
  const locked = { [lockFile]: "" };

  test("commands name its package manager", async () => {
    const root = temporaryFolder({ ...locked, "package.json": "{}", "index.js": "require('x');\n" });
    const init = (await runHere(root, ["init"])).stdout;
    expect(init).toContain(`\nNext:\n  ${setModule}`);
    expect(init).toContain(`\n  ${add} @apimachinery/runtime\n  ${add} -D @apimachinery/codegen typescript`);
    expect(init).toContain(`\n  ${codegen} create api `);
    expect((await runHere(root, ["create", "api"])).stderr).toContain(`\n  ${codegen} create api `);
    expect((await runHere(root, ["generate"])).stderr).toContain(`, or ${codegen}\n`);
    expect((await runHere(root, api)).stdout).toContain(dev.replace("dev", "generate"));
    const server = await runHere(apiProject({ ...onePizza, ...locked }), ["create", "server"]);
    expect(server.stdout).toContain(`\n  ${dev}\n  ${runTests}\n`);
    expect((await runHere(root, ["--help"])).stdout).toContain(`${codegen} --check`);
  });

  test("hints of problems name its package manager, also if the file is in a folder above", async () => {
    const root = temporaryFolder({
      ...locked,
      "part/package.json": `{ "name": "part" }`,
      "part/codegen.config.json": `{ "generators": ["deepcopy"], "plugins": ["@acme/none"] }`,
      "part/tsconfig.json": `{ "compilerOptions": { "module": "NodeNext" } }`,
      "part/apis/v1/doc.ts": "/**\n * +k8s:deepcopy-gen=package\n * @packageDocumentation\n */\nexport {};\n",
      "part/apis/v1/types.ts": `import type { Size } from "sizes";\nexport interface Shoe { size: Size }\n`,
    });
    const folder = join(root, "part");
    expect((await runHere(folder, [])).stderr).toContain(`${add} -D @acme/none`);
    writeFileSync(join(folder, "codegen.config.json"), "{}");
    const { stderr } = await runHere(folder, []);
    expect(stderr).toContain(`    ${add} sizes\n`);
    expect(stderr).toContain(`    ${setModule}`);
    expect(stderr).toContain(`${add} @apimachinery/runtime@^`);
  });
});

test.each([
  ["v20.19.0", "vitest@4"],
  ["v22.11.0", "vitest@4"],
  ["v22.12.0", "vitest"],
  ["v23.1.0", "vitest@4"],
  ["v24.0.0", "vitest"],
  ["v25.0.0", "vitest@4"],
  ["v26.0.0", "vitest"],
  ["v100.0.0", "vitest"],
])("Node %s: the command installs %s", (node, expected) => {
  expect(withVersion("vitest", node)).toBe(expected);
  expect(withVersion("fast-check", node)).toBe("fast-check");
});

describe("create server gives the same files", () => {
  const commonJs = manifest({ type: "commonjs" });
  /** Runs commands in a new project, and returns its files without the lock file. */
  const filesAfter = async (lockFile: string, commands: readonly (readonly string[])[]) => {
    const root = apiProject({ "package.json": commonJs, [lockFile]: "" });
    symlinkSync(join(repository, "client"), join(root, "node_modules/@apimachinery/client"));
    for (const command of commands) {
      expect(await runHere(root, command), command.join(" ")).toMatchObject({ status: 0 });
      // A marker that writes a client into the folder `generated`.
      const types = join(root, "apis/shop/v1/types.ts");
      if (command === api) writeFileSync(types, readFileSync(types, "utf8").replace("/**\n", "/**\n * +genclient\n"));
    }
    return Object.fromEntries(Object.entries(readTree(root)).filter(([path]) => path !== lockFile));
  };
  const server = ["create", "server"];
  const orders: readonly (readonly [lockFile: string, commands: readonly (readonly string[])[]])[] = [
    ["package-lock.json", [["init"], api, [], server]],
    ["npm-shrinkwrap.json", [api, server, server, []]],
    ["pnpm-lock.yaml", [api, [], server]],
    ["yarn.lock", [api, [], ["init"], server]],
    ["bun.lock", [api, ["init"], server, []]],
    ["bun.lockb", [api, [], server]],
  ];

  test("in any order of the commands, and with any lock file", async () => {
    expect(orders.map(([lockFile]) => lockFile).sort()).toEqual([...lockFiles].sort());
    const expected = await filesAfter("package-lock.json", [api, server, []]);
    expect(JSON.parse(expected["package.json"] ?? "")).toMatchObject({ type: "module" });
    for (const [lockFile, order] of orders)
      expect(await filesAfter(lockFile, order), JSON.stringify(order)).toEqual(expected);
  });

  test("a hand-written script keeps the type of the package", async () => {
    const root = apiProject({ ...onePizza, "package.json": commonJs });
    writeTree(root, { "tools/build.js": "require('x');\n" });
    await runHere(root, server);
    expect(JSON.parse(readTree(root)["package.json"] ?? "")).toMatchObject({ type: "commonjs" });
  });
});
