import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree, writeTree, type Tree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc } from "./api-project.js";
import { runHere } from "./run-here.js";
import { clusterWide, manifest, typesOf } from "./shop-project.js";

const status = "  status: { conditions?: Condition[] };";
const fields = `  spec: { size: int32 };\n${status}`;

/** Returns the files of a version of a group with one kind. */
function version(folder: string, apiVersion: string, name: string, given = fields, ...markers: string[]): Tree {
  return {
    [`apis/${folder}/doc.ts`]: groupDoc(apiVersion.replace(/\/.*/, ""), ...markers),
    [`apis/${folder}/types.ts`]: typesOf(apiVersion, name, given),
  };
}

const shop = { "package.json": manifest({}), ...version("shop/v1", "shop.example.com/v1", "Pizza") };

/** Two groups with the kind Pizza; the versions of the second group convert to an internal hub. */
const twoGroups = {
  ...shop,
  ...version("bar", "bar.example.com/__internal", "Pizza"),
  ...version("bar/v1", "bar.example.com/v1", "Pizza", fields, "k8s:conversion-gen=.."),
  ...version("bar/v1beta1", "bar.example.com/v1beta1", "Pizza", fields, "k8s:conversion-gen=.."),
};

const create = (root: string, ...args: readonly string[]) => runHere(root, ["create", "controller", ...args]);

test("create controller writes a controller, its program, its rights, a test, scripts and a Dockerfile", async () => {
  const root = apiProject(shop);
  const { stdout, stderr, status: code } = await create(root, "--kind", "Pizza");
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  const tree = readTree(root);
  expect(Object.keys(tree)).toEqual([
    ".dockerignore",
    ".gitattributes",
    ".gitignore",
    "Dockerfile.controller",
    "apis/shop/v1/doc.ts",
    "apis/shop/v1/types.ts",
    "codegen.config.json",
    "package.json",
    "src/controllers/doc.ts",
    "src/controllers/main.ts",
    "src/controllers/pizza.ts",
    "test/pizza-controller.test.ts",
    "tsconfig.json",
    "vitest.config.ts",
  ]);
  expect(tree["src/controllers/pizza.ts"]).toContain(`
/**
 * Creates one Lease for each Pizza, and reports it in the condition Ready.
 *
 * +kubebuilder:rbac:groups=shop.example.com,resources=pizzas,verbs=get;list;watch;update;patch
 * +kubebuilder:rbac:groups=shop.example.com,resources=pizzas/finalizers,verbs=update
 * +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=get;list;watch;create;patch
 */
export const pizzaController = createController({
  name: "pizza",
  for: Kinds.Pizza,
  owns: [leaseResource],
`);
  expect(tree["src/controllers/main.ts"]).toContain("await runControllers([pizzaController], {");
  expect(tree["Dockerfile.controller"]).toContain(`"dist/src/controllers/main.js", "--leader-elect"]`);
  expect(JSON.parse(tree["codegen.config.json"] ?? "")).toEqual({ paths: ["apis", "src/controllers"] });
  expect(JSON.parse(tree["package.json"] ?? "")).toMatchObject({
    scripts: {
      "start:controller": "node --enable-source-maps dist/src/controllers/main.js",
      "dev:controller": "codegen dev dist/src/controllers/main.js --kubeconfig=kubeconfig",
    },
  });
  expect(stdout).toMatch(/\n {2}npm test\n {2}npm run build\n {2}npm run start:controller\n$/);
});

test("create server and create controller write the same files in either order", async () => {
  const inOrder = async (...commands: readonly string[][]): Promise<Tree> => {
    const root = apiProject(twoGroups);
    for (const command of commands) expect(await runHere(root, ["create", ...command])).toMatchObject({ status: 0 });
    return readTree(root);
  };
  const controller = ["controller", "--kind", "Pizza", "--group", "bar.example.com"];
  const tree = await inOrder(["server"], controller);
  expect(tree).toEqual(await inOrder(controller, ["server"]));
  expect(Object.keys(tree)).toEqual(expect.arrayContaining(["src/main.ts", "src/controllers/bar-pizza.ts"]));
});

test("the rights of the controller are in the generated role", async () => {
  const root = apiProject(shop);
  await create(root, "--kind", "Pizza");
  expect(await runHere(root, [])).toMatchObject({ status: 0 });
  const role = readFileSync(join(root, "generated/rbac/role.yaml"), "utf8");
  expect(role).toMatch(/ {2}- pizzas\n {2}verbs:\n {2}- get\n {2}- list\n {2}- patch\n {2}- update\n {2}- watch\n/);
  expect(role).toMatch(/ {2}- leases\n {2}verbs:\n {2}- create\n {2}- get\n {2}- list\n {2}- patch\n {2}- update\n/);
});

test("a second run changes nothing; a second kind and other settings are added by hand", async () => {
  const root = apiProject(shop);
  await create(root, "--kind", "Pizza");
  const tree = readTree(root);
  const again = await create(root, "--kind", "Pizza");
  expect(again.stdout).not.toMatch(/created|updated|by hand/);
  expect(readTree(root)).toEqual(tree);
  writeTree(root, {
    "codegen.config.json": `{ "strict": false }`,
    ...version("desk/v1", "desk.example.com/v1", "OvenRack"),
  });
  await runHere(root, ["create", "server"]);
  const { stdout } = await create(root, "--kind", "OvenRack");
  expect(stdout).toContain(`These files were kept. Add to them by hand:
  codegen.config.json:
    "paths": ["apis", "src/controllers"]
  src/controllers/main.ts:
    import { ovenRackController } from "./oven-rack.js";
    runControllers([ …, ovenRackController ], …)
  src/definition.ts:
    import { leaseGroup } from "@apimachinery/apiserver";
    groups: [ …, leaseGroup ], for controllers
`);
  expect(readTree(root)).toHaveProperty(["src/controllers/oven-rack.ts"]);
});

describe("the version of the kind", () => {
  const imported = async (tree: Tree, ...args: readonly string[]): Promise<string | undefined> => {
    const root = apiProject(tree);
    await create(root, "--kind", "Pizza", ...args);
    const [file = ""] = Object.keys(readTree(root)).filter((path) => path.endsWith("pizza.ts"));
    return /apis\/.*(?=\/zz_generated.register)/.exec(readTree(root)[file] ?? "")?.[0];
  };

  test("is the hub, and not the most mature version", async () => {
    const hub = version("shop/v1beta1", "shop.example.com/v1beta1", "Pizza");
    const v1 = version("shop/v1", "shop.example.com/v1", "Pizza", fields, "k8s:conversion-gen=../v1beta1");
    expect(await imported({ ...shop, ...hub, ...v1 })).toBe("apis/shop/v1beta1");
    expect(await imported({ ...shop, ...hub, ...v1 }, "--version", "v1")).toBe("apis/shop/v1");
  });

  test("is the most mature version if the hub is internal, because no client sees it", async () => {
    expect(await imported(twoGroups, "--group", "bar.example.com")).toBe("apis/bar/v1");
    expect(await imported(twoGroups, "--group", "bar.example.com", "--version", "v1beta1")).toBe("apis/bar/v1beta1");
  });
});

describe("an owned kind of the project", () => {
  test("has its required fields, the rights and the table of its group", async () => {
    const root = apiProject({
      ...shop,
      ...version("desk/v1", "desk.example.com/v1", "Lamp", "  spec: { watts: int32 };"),
    });
    await create(root, "--kind", "Pizza", "--owns", "Lamp");
    const text = readTree(root)["src/controllers/pizza.ts"];
    expect(text).toContain(`import { Kinds as OwnedKinds } from "../../apis/desk/v1/zz_generated.register.js";`);
    expect(text).toContain("resources=lamps,verbs=get;list;watch;create;patch\n");
    expect(text).toContain("  owns: [OwnedKinds.Lamp],\n");
    expect(text).toContain("spec: { watts: 1 },\n");
    expect(readTree(root)["test/pizza-controller.test.ts"]).toContain(
      "{ install: Install, kinds: { Pizza: {} } },\n    { install: OwnedInstall, kinds: { Lamp: {} } },\n",
    );
  });

  test("is in the namespace default if its owner is cluster-scoped", async () => {
    const lamp = typesOf("desk.example.com/v1", "Lamp", fields);
    const root = apiProject({
      "package.json": manifest({}),
      "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
      "apis/desk/v1/types.ts": clusterWide(lamp),
    });
    await create(root, "--kind", "Lamp");
    const text = readTree(root)["src/controllers/lamp.ts"];
    expect(text).toContain("reconcile: async ({ object, name, client }) => {");
    expect(text).toMatch(/client\s+\.resourceOf\(leaseResource\)\s+\.namespace\("default"\)/);
  });
});

const lamp = {
  "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
  "apis/desk/v1/types.ts": clusterWide(typesOf("desk.example.com/v1", "Lamp", fields)),
};

test.each<[message: string, tree: Tree, args: string[], status: number]>([
  [
    `codegen: several groups have the kind Pizza; select one of them:
  npx --no -- codegen create controller --kind Pizza --group bar.example.com --owns Lease
  npx --no -- codegen create controller --kind Pizza --group shop.example.com --owns Lease
`,
    twoGroups,
    ["--kind", "Pizza", "--owns", "Lease"],
    2,
  ],
  [
    "codegen: several groups have the kind Pizza; select one of them:\n  --owns Pizza.bar.example.com\n  --owns Pizza.shop.example.com\n",
    { ...twoGroups, ...lamp },
    ["--kind", "Lamp", "--owns", "Pizza"],
    2,
  ],
  ["codegen: missing --kind; for example:\n  npx --no -- codegen create controller --kind Pizza\n", shop, [], 2],
  ["codegen: the project has no kind Piza; did you mean Pizza?\n", shop, ["--kind", "Piza"], 2],
  ["codegen: the project has no kind Secret; its kinds are Pizza\n", shop, ["--kind", "Pizza", "--owns", "Secret"], 2],
  [
    "codegen: the group x.example.com has no kind Pizza, which is a kind of shop.example.com/v1\n",
    shop,
    ["--kind", "Pizza", "--group", "x.example.com"],
    2,
  ],
  [
    "codegen: Pizza of bar.example.com has no version v2: its versions are v1, v1beta1\n",
    twoGroups,
    ["--kind", "Pizza", "--group", "bar.example.com", "--version", "v2"],
    2,
  ],
  [
    "codegen: Pizza cannot own objects of its own kind: use another kind\n",
    shop,
    ["--kind", "Pizza", "--owns", "Pizza"],
    2,
  ],
  [
    "codegen: Lamp is cluster-scoped, so Pizza, which is namespaced, cannot own objects of Lamp: use a namespaced kind\n",
    { ...shop, ...lamp },
    ["--kind", "Pizza", "--owns", "Lamp"],
    2,
  ],
  [
    `apis/shop/v1/types.ts:3:18: Pizza has no status.conditions, in which a controller reports its results. Import Condition from @apimachinery/runtime, and add to a property status of Pizza:
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
`,
    { ...shop, "apis/shop/v1/types.ts": typesOf("shop.example.com/v1", "Pizza", "  spec: {};") },
    ["--kind", "Pizza"],
    1,
  ],
  [
    `apis/shop/v1/types.ts:5:13: the type of status.conditions of Pizza must be a list of Condition of @apimachinery/runtime, which controllers set. Write
  conditions?: Condition[];
`,
    {
      ...shop,
      "apis/shop/v1/types.ts": typesOf("shop.example.com/v1", "Pizza", "  status: { conditions: string[] };"),
    },
    ["--kind", "Pizza"],
    1,
  ],
])("refused, and nothing is written: %s", async (message, tree, args, code) => {
  const root = apiProject(tree);
  const before = readTree(root);
  expect(await create(root, ...args)).toEqual({ stdout: "", stderr: message, status: code });
  expect(readTree(root)).toEqual(before);
});

test("without types, create controller proposes create api", async () => {
  const { stderr, status: code } = await create(apiProject({ "package.json": manifest({}) }), "--kind", "Pizza");
  expect(stderr).toContain(
    "A controller requires a kind. First create one, for example:\n  npx --no -- codegen create api ",
  );
  expect(code).toBe(2);
});
