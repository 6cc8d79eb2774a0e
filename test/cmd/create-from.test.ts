import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree, type Tree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc } from "./api-project.js";
import { runHere } from "./run-here.js";
import { typesOf } from "./shop-project.js";

/** Creates a workspace with the packages `@acme/api`, which has types, and `@acme/app`. */
function workspace(exports: unknown, more: Tree = {}): { readonly root: string; readonly app: string } {
  const fields = "  spec: { size: int32 };\n  status: { conditions?: Condition[] };";
  const root = apiProject({
    "package.json": JSON.stringify({ name: "acme", type: "module", workspaces: ["packages/*"] }),
    "package-lock.json": "{}",
    "packages/api/package.json": JSON.stringify({ name: "@acme/api", type: "module", exports }),
    "packages/api/apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
    "packages/api/apis/shop/v1/types.ts": typesOf("shop.example.com/v1", "Pizza", fields),
    "packages/app/package.json": JSON.stringify({ name: "@acme/app", type: "module" }),
    ...more,
  });
  mkdirSync(join(root, "node_modules/@acme"));
  symlinkSync("../../packages/api", join(root, "node_modules/@acme/api"));
  return { root, app: join(root, "packages/app") };
}

const create = (app: string, ...args: readonly string[]) => runHere(app, ["create", ...args, "--from", "@acme/api"]);
const exported = { "./apis/*": "./dist/apis/*" };

test("create server --from writes a server for the types of another package of the workspace", async () => {
  const { root, app } = workspace(exported);
  const { stdout, stderr, status } = await create(app, "server");
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(readTree(join(root, "packages/api"))).not.toHaveProperty(["src/main.ts"]);
  const tree = readTree(app);
  expect(Object.keys(tree)).toEqual([
    ".gitattributes",
    ".gitignore",
    "Dockerfile",
    "Dockerfile.dockerignore",
    "package.json",
    "samples/pizza.yaml",
    "src/definition.ts",
    "src/main.ts",
    "src/strategies.ts",
    "test/server.test.ts",
    "tsconfig.json",
    "vitest.config.ts",
  ]);
  expect(tree["src/definition.ts"]).toContain(`import { Install } from "@acme/api/apis/shop/zz_generated.install.js";
import type { Kinds } from "@acme/api/apis/shop/v1/zz_generated.register.js";
`);
  expect(tree["src/strategies.ts"]).toContain(`import type { Pizza } from "@acme/api/apis/shop/v1/types.js";\n`);
  expect(tree["tsconfig.json"]).toContain(`"include": ["src"]`);
  expect(JSON.parse(tree["package.json"] ?? "")).toMatchObject({ scripts: { build: "tsc", test: "vitest run" } });
  expect(tree["Dockerfile"]).toMatch(/^# .* docker build -f packages\/app\/Dockerfile \.\n/);
  expect(tree["Dockerfile"]).toContain("\nWORKDIR /app/packages/app\n");
  expect(stdout).toMatch(/\n {2}npm run dev\n {2}npm test\n$/);
});

test("create server and create controller --from write the same files in either order", async () => {
  const inOrder = async (...commands: readonly string[][]): Promise<Tree> => {
    const { app } = workspace(exported);
    for (const command of commands) expect(await create(app, ...command)).toMatchObject({ stderr: "", status: 0 });
    return readTree(app);
  };
  const controller = ["controller", "--kind", "Pizza"];
  const tree = await inOrder(["server"], controller);
  expect(tree).toEqual(await inOrder(controller, ["server"]));
  expect(JSON.parse(tree["package.json"] ?? "")).toMatchObject({ scripts: { build: "codegen && tsc" } });
  expect(JSON.parse(tree["codegen.config.json"] ?? "")).toEqual({ paths: ["src/controllers"] });
  expect(tree["src/controllers/pizza.ts"]).toContain(
    `import { Kinds } from "@acme/api/apis/shop/v1/zz_generated.register.js";\n`,
  );
});

describe("the specifiers", () => {
  test.each<[title: string, exports: unknown, specifier: string]>([
    ["follow a pattern with an ending", { "./*": "./dist/apis/*.js" }, "@acme/api/shop/v1/types"],
    [
      "follow the conditions of the exports",
      { "./k/*.js": { types: "./dist/apis/*.d.ts", import: { default: "./dist/apis/*.js" } } },
      "@acme/api/k/shop/v1/types.js",
    ],
    [
      "follow entries of single files",
      { "./types": "./dist/apis/shop/v1/types.js", "./*": "./dist/apis/*" },
      "@acme/api/types",
    ],
  ])("%s", async (_title, exports, specifier) => {
    const { app } = workspace(exports);
    await create(app, "server");
    expect(readTree(app)["src/strategies.ts"]).toContain(`import type { Pizza } from "${specifier}";\n`);
  });
});

test.each([
  [
    "@acme/missing",
    exported,
    2,
    `codegen: @acme/missing is not installed in this project: add the workspace package to "dependencies" in package.json, and install it\n`,
  ],
  [
    "@acme/api",
    { "./v1": "./dist/index.js" },
    1,
    `codegen: other packages cannot import the types of @acme/api. Add to the files of @acme/api:
  package.json, "exports": "./apis/*": "./dist/apis/*"
  tsconfig.json, "compilerOptions": "declaration": true
`,
  ],
])(
  "a package that cannot be imported is refused, and nothing is written: %s %j",
  async (name, exports, status, message) => {
    const { app } = workspace(exports, { "packages/api/tsconfig.json": "{}" });
    const before = readTree(app);
    expect(await runHere(app, ["create", "server", "--from", name])).toEqual({ stdout: "", stderr: message, status });
    expect(readTree(app)).toEqual(before);
  },
);

test("init lets the compiler write declarations in a package with exports only", async () => {
  const { root, app } = workspace(exported);
  const api = join(root, "packages/api");
  for (const folder of [api, app]) await runHere(folder, ["init"]);
  expect(readTree(api)["tsconfig.json"]).toContain(`    "skipLibCheck": true,\n    "declaration": true,\n`);
  expect(readTree(app)["tsconfig.json"]).not.toContain("declaration");
});
