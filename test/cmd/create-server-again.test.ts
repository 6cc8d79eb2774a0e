import { expect, test } from "vitest";
import { readTree, writeTree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc } from "./api-project.js";
import { runHere } from "./run-here.js";
import { manifest, onePizza, typesOf } from "./shop-project.js";

test("existing files are kept, and the command prints what to add to them", async () => {
  const own = {
    "package.json": manifest({ type: "module", scripts: { dev: "mine", test: "jest" } }),
    "tsconfig.json": `{ "compilerOptions": { "module": "NodeNext", "outDir": "out", "rootDir": "." }, "include": ["apis", "src"] }`,
    ".gitignore": "node_modules\ndist\n",
    "src/main.ts": "export {};\n",
  };
  const root = apiProject({ ...onePizza, ...own });
  const first = await runHere(root, ["create", "server"]);
  expect(first.stdout).toContain(`
These files were kept. Add to them by hand:
  package.json, "scripts":
    "test": "codegen && vitest run"
    "dev": "codegen dev dist/src/main.js --bind-address=127.0.0.1 --write-kubeconfig=kubeconfig"
  tsconfig.json:
    "outDir": "dist"
  .gitignore:
    *.local/
    kubeconfig
  src/main.ts:
    import { runAPIServer } from "@apimachinery/apiserver";
    import { definition } from "./definition.js";

    await runAPIServer(definition);
`);
  const tree = readTree(root);
  expect(tree).toMatchObject({ ...own, "package.json": expect.any(String) as string });
  expect(JSON.parse(tree["package.json"] ?? "")).toMatchObject({
    scripts: { dev: "mine", test: "jest", generate: "codegen" },
  });
});

test("a kind that was added later is printed for each kept file, and gets a sample", async () => {
  const root = apiProject(onePizza);
  await runHere(root, ["create", "server"]);
  writeTree(root, { "apis/shop/v1/drink-types.ts": typesOf("shop.example.com/v1", "Drink", "  spec: {};") });
  const { stdout } = await runHere(root, ["create", "server"]);
  expect(stdout).toContain("created samples/drink.yaml");
  expect(stdout).toContain("  src/definition.ts:\n    kinds: { Drink: drinkStrategy, }\n");
  expect(stdout).toContain(`import type { Drink } from "../apis/shop/v1/drink-types.js";\n    /**\n`);
  expect(stdout).toContain("export const drinkStrategy: Strategy<Drink> = {\n");
  expect(stdout).toContain(`  test/server.test.ts:
    test.each([ … ]):
      {
        sample: "drink",
        path: "/apis/shop.example.com/v1/namespaces/default/drinks",
        name: "drink-sample",
      },
`);
  writeTree(root, { "test/server.test.ts": "export {};\n" });
  expect((await runHere(root, ["create", "server"])).stdout).toContain(
    "  test/server.test.ts:\n    a request that creates samples/drink.yaml\n",
  );
});

test("for a group that was added later, its imports and definition are printed", async () => {
  const root = apiProject(onePizza);
  await runHere(root, ["create", "server"]);
  writeTree(root, {
    "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
    "apis/desk/v1/types.ts": typesOf("desk.example.com/v1", "Lamp", "  spec: {};"),
  });
  expect((await runHere(root, ["create", "server"])).stdout).toContain(`  src/definition.ts:
    import { Install as DeskInstall } from "../apis/desk/zz_generated.install.js";
    import type { Kinds as DeskKinds } from "../apis/desk/v1/zz_generated.register.js";
    import { lampStrategy } from "./strategies.js";
    const deskGroup: GroupDefinition<typeof DeskKinds> = {
      install: DeskInstall,
      kinds: {
        Lamp: lampStrategy,
      },
    };
    groups: [ …, deskGroup ]
  src/strategies.ts:
    import type { Lamp } from "../apis/desk/v1/types.js";
`);
});

test("a kind keeps its names when another group gets a kind of the same name", async () => {
  const root = apiProject(onePizza);
  await runHere(root, ["create", "server"]);
  writeTree(root, {
    "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
    "apis/desk/v1/types.ts": typesOf("desk.example.com/v1", "Pizza", "  spec: {};"),
  });
  const { stdout } = await runHere(root, ["create", "server"]);
  expect(stdout).toContain("exists  samples/pizza.yaml\n");
  expect(stdout).toContain("created samples/desk-pizza.yaml\n");
  expect(stdout).toContain("export const deskPizzaStrategy: Strategy<DeskPizza> = {\n");
  expect(stdout).not.toMatch(/shopPizza|shop-pizza/i);
});
