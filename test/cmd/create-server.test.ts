import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTree, temporaryFolder, writeTree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc } from "./api-project.js";
import { runHere } from "./run-here.js";
import { clusterWide, manifest, onePizza, typesOf } from "./shop-project.js";

test("create server writes a server, samples, a test and scripts before the first run of codegen", async () => {
  const root = apiProject(onePizza);
  const { stdout, stderr, status } = await runHere(root, ["create", "server"]);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  const tree = readTree(root);
  expect(Object.keys(tree)).toEqual([
    ".dockerignore",
    ".gitattributes",
    ".gitignore",
    "Dockerfile",
    "apis/shop/v1/doc.ts",
    "apis/shop/v1/types.ts",
    "package.json",
    "samples/pizza.yaml",
    "src/definition.ts",
    "src/main.ts",
    "src/strategies.ts",
    "test/server.test.ts",
    "tsconfig.json",
    "vitest.config.ts",
  ]);
  expect(JSON.parse(tree["package.json"] ?? "")).toEqual({
    name: "shop",
    type: "module",
    scripts: {
      generate: "codegen",
      "verify-generated": "codegen --check",
      build: "codegen && tsc",
      start: "node --enable-source-maps dist/src/main.js",
      dev: "codegen dev dist/src/main.js --bind-address=127.0.0.1 --write-kubeconfig=kubeconfig",
      test: "codegen && vitest run",
    },
  });
  expect(tree["src/definition.ts"]).toContain(`import { Install } from "../apis/shop/zz_generated.install.js";
import type { Kinds } from "../apis/shop/v1/zz_generated.register.js";
import { pizzaStrategy } from "./strategies.js";

const shopGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  kinds: {
    Pizza: pizzaStrategy,
  },
};
`);
  expect(tree["src/definition.ts"]).toContain(`name: "shop-apiserver",\n  description: "Serves pizzas.",`);
  expect(tree["src/definition.ts"]).toContain(`"kubectl apply -f samples/",\n      "kubectl get pizzas",`);
  expect(tree["src/definition.ts"]).toContain(`version: "v0.1.0",\n  kubernetesVersion: "1.37",\n`);
  expect(tree["src/strategies.ts"]).toContain(`import type { Pizza } from "../apis/shop/v1/types.js";`);
  expect(tree["src/strategies.ts"]).toContain("  validateName: nameIsDNSSubdomain,\n");
  expect(tree["test/server.test.ts"]).toContain(`path: "/apis/shop.example.com/v1/namespaces/default/pizzas",`);
  expect(stdout).toMatch(
    /\nNext:\n {2}npm i @apimachinery\/client @apimachinery\/apiserver\n {2}npm i -D .*\n {2}npm run dev\n {2}npm test\n$/,
  );
});

test("a sample has valid values for required properties, and the defaults", async () => {
  const root = apiProject(onePizza);
  await runHere(root, ["create", "server"]);
  expect(readTree(root)["samples/pizza.yaml"]).toBe(`apiVersion: shop.example.com/v1
kind: Pizza
metadata:
  name: pizza-sample
spec:
  title: example
  slices: 3
  size: 30
  dough: Thin
  toppings:
    - name: example
  oven:
    type: Wood
    logs: 1
  labels: {}
  since: "2026-01-01T00:00:00Z"
  code: A
  box: Small
  answer: "yes"
  parts:
    - name: example
      parts: []
  conditions: []
`);
});

test("several groups with one kind name get distinct names; a group with a hub uses the Kinds of the hub", async () => {
  const group = "bar.example.com";
  const fields = "  spec: { size: int32 };";
  const root = apiProject({
    ...onePizza,
    "apis/bar/doc.ts": groupDoc(group),
    "apis/bar/types.ts": typesOf(`${group}/__internal`, "Pizza", fields),
    "apis/bar/v1/doc.ts": groupDoc(group, "k8s:conversion-gen=.."),
    "apis/bar/v1/types.ts": typesOf(`${group}/v1`, "Pizza", fields),
    "apis/bar/v1beta1/doc.ts": groupDoc(group, "k8s:conversion-gen=.."),
    "apis/bar/v1beta1/types.ts": typesOf(`${group}/v1beta1`, "Pizza", fields),
    "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
    "apis/desk/v1/types.ts": clusterWide(typesOf("desk.example.com/v1", "Lamp", fields)),
    "apis/desk/v1alpha1/doc.ts": groupDoc("desk.example.com", "k8s:conversion-gen=../v1"),
    "apis/desk/v1alpha1/types.ts": clusterWide(typesOf("desk.example.com/v1alpha1", "Lamp", fields)),
  });
  const { stderr } = await runHere(root, ["create", "server"]);
  expect(stderr).toBe("");
  const tree = readTree(root);
  const definition = tree["src/definition.ts"] ?? "";
  expect(definition).toContain(`import { Install as BarInstall } from "../apis/bar/zz_generated.install.js";
import type { Kinds as BarKinds } from "../apis/bar/zz_generated.register.js";
import { SchemeGroupVersion as BarGroupVersion } from "../apis/bar/v1/zz_generated.register.js";
import { Install as DeskInstall } from "../apis/desk/zz_generated.install.js";
import type { Kinds as DeskKinds } from "../apis/desk/v1/zz_generated.register.js";
import { SchemeGroupVersion as DeskGroupVersion } from "../apis/desk/v1/zz_generated.register.js";
import { Install as ShopInstall } from "../apis/shop/zz_generated.install.js";
import type { Kinds as ShopKinds } from "../apis/shop/v1/zz_generated.register.js";
import { barPizzaStrategy, lampStrategy, shopPizzaStrategy } from "./strategies.js";
`);
  expect(definition).toContain(`storageVersion: DeskGroupVersion,\n  kinds: {\n    Lamp: lampStrategy,`);
  expect(definition).toContain("kinds: {\n    Pizza: barPizzaStrategy,");
  expect(definition).toContain(`"kubectl get pizzas.bar.example.com",\n      "kubectl get lamps",`);
  expect(definition).toContain("groups: [barGroup, deskGroup, shopGroup]");
  expect(tree["src/strategies.ts"]).toContain(`import type { Pizza as BarPizza } from "../apis/bar/types.js";`);
  expect(Object.keys(tree).filter((path) => path.startsWith("samples/"))).toEqual([
    "samples/bar-pizza.yaml",
    "samples/lamp.yaml",
    "samples/shop-pizza.yaml",
  ]);
  expect(tree["test/server.test.ts"]).toContain(`path: "/apis/desk.example.com/v1/lamps",`);
  expect(tree["samples/bar-pizza.yaml"]).toContain(`apiVersion: bar.example.com/v1\n`);
});

test("a kind that is not in the hub is reported, because no server can serve it", async () => {
  const root = apiProject({
    ...onePizza,
    "apis/shop/v1alpha1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1alpha1/types.ts": typesOf("shop.example.com/v1alpha1", "Drink", "  spec: {};"),
  });
  const { stderr, status } = await runHere(root, ["create", "server"]);
  expect(status).toBe(0);
  expect(stderr).toBe(
    "Drink of shop.example.com/v1alpha1 is not served, because shop.example.com/v1, " +
      "to which it would convert, does not have the kind: add the kind to the hub\n",
  );
});

test("a version that names no hub is reported, because no server with it starts", async () => {
  const v1beta1 = {
    "apis/shop/v1beta1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1beta1/types.ts": typesOf("shop.example.com/v1beta1", "Pizza", "  spec: {};"),
  };
  const { stderr } = await runHere(apiProject({ ...onePizza, ...v1beta1 }), ["create", "server"]);
  expect(stderr).toBe(
    "apis/shop/v1beta1 does not convert to apis/shop/v1, so the server does not start: " +
      "add +k8s:conversion-gen=../v1 to apis/shop/v1beta1/doc.ts\n",
  );
});

test("the type of a kind with the name Strategy gets another name in the file of strategies", async () => {
  const root = apiProject({
    ...onePizza,
    "apis/shop/v1/types.ts": typesOf("shop.example.com/v1", "Strategy", "  spec: {};"),
  });
  await runHere(root, ["create", "server"]);
  const text = readTree(root)["src/strategies.ts"];
  expect(text).toContain(`import type { Strategy as ShopStrategy } from "../apis/shop/v1/types.js";\n`);
  expect(text).toContain("export const strategyStrategy: Strategy<ShopStrategy> = {\n");
});

test("the Dockerfile copies packages that package.json takes from files, and reports those that docker cannot read", async () => {
  const dependencies = { a: "file:packages/a-1.0.0.tgz", b: "file:./packages/b-1.0.0.tgz", c: "^1.0.0" };
  const devDependencies = { d: "file:d-1.0.0.tgz", e: "file:local/e" };
  const root = apiProject({ ...onePizza, "package.json": manifest({ dependencies, devDependencies }) });
  const { stdout } = await runHere(root, ["create", "server"]);
  expect(stdout).not.toMatch("Docker cannot read");
  expect(readTree(root)["Dockerfile"]).toContain(
    "\nCOPY package*.json .npmrc* ./\nCOPY d-1.0.0.tgz ./\nCOPY local/e ./local/e/\nCOPY packages ./packages/\nRUN npm ci\n",
  );
  const outside = apiProject({ ...onePizza, "package.json": manifest({ dependencies: { a: "file:../a-1.0.0.tgz" } }) });
  expect((await runHere(outside, ["create", "server"])).stdout).toContain(
    "\nDocker cannot read packages outside of this folder (..): Dockerfile describes the steps before docker build.\n",
  );
  expect(readTree(outside)["Dockerfile"]).toContain("\n# COPY packages ./packages/\nRUN npm ci\n");
});

test("types in a configured folder are imported by relative paths and compiled", async () => {
  const files = {
    "doc.ts": onePizza["apis/shop/v1/doc.ts"] ?? "",
    "types.ts": onePizza["apis/shop/v1/types.ts"] ?? "",
  };
  const inFolder = (folder: string) => ({
    "codegen.config.json": JSON.stringify({ paths: [folder] }),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/shop/v1/${name}`, text])),
  });
  const inside = apiProject({ "package.json": manifest({}), ...inFolder("src/types") });
  await runHere(inside, ["create", "server"]);
  expect(readTree(inside)["src/strategies.ts"]).toContain(`from "./types/shop/v1/types.js";`);
  expect(readTree(inside)["tsconfig.json"]).toContain(`"include": ["src"]`);
  const beside = apiProject({ "package.json": manifest({}), ...inFolder("types") });
  await runHere(beside, ["create", "server"]);
  expect(readTree(beside)["src/strategies.ts"]).toContain(`from "../types/shop/v1/types.js";`);
  expect(readTree(beside)["tsconfig.json"]).toContain(`"include": ["types", "src"]`);
});

test("a hand-written install.ts is imported, and a hand-written register.ts is reported", async () => {
  const root = apiProject({
    ...onePizza,
    "apis/shop/doc.ts": "export {};\n",
    "apis/shop/install.ts": "export function Install(): void {}\n",
    "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
    "apis/desk/v1/types.ts": typesOf("desk.example.com/v1", "Lamp", "  spec: {};"),
    "apis/desk/v1/register.ts": "export function AddToScheme(): void {}\n",
  });
  const { stderr, status } = await runHere(root, ["create", "server"]);
  expect(status).toBe(0);
  expect(stderr).toBe(
    "apis/desk/v1/register.ts is hand-written, so the server does not serve its kinds: " +
      "remove the file, so that codegen generates it, or add the kinds to src/definition.ts\n",
  );
  expect(readTree(root)["src/definition.ts"]).toContain(`import { Install } from "../apis/shop/install.js";
import type { Kinds } from "../apis/shop/v1/zz_generated.register.js";
`);
});

test("a hand-written install.ts in a folder that codegen does not read is reported", async () => {
  const root = apiProject({ ...onePizza, "apis/shop/install.ts": "export function Install(): void {}\n" });
  const { stderr } = await runHere(root, ["create", "server"]);
  expect(stderr).toBe(
    "apis/shop/install.ts has no effect, because its folder has no doc.ts: add a doc.ts, or remove the file\n",
  );
  expect(readTree(root)["src/definition.ts"]).toContain(`"../apis/shop/zz_generated.install.js"`);
});

test("a second run changes nothing, and asks for nothing by hand", async () => {
  const root = apiProject(onePizza);
  await runHere(root, ["create", "server"]);
  const tree = readTree(root);
  const { stdout, status } = await runHere(root, ["create", "server"]);
  expect(status).toBe(0);
  expect(stdout).not.toMatch(/created|updated|by hand/);
  expect(readTree(root)).toEqual(tree);
});

test("npm init's package.json becomes an ES module; a project with CommonJS code does not", async () => {
  const root = apiProject({ ...onePizza, "package.json": manifest({ type: "commonjs" }) });
  expect((await runHere(root, ["create", "server"])).stdout).toContain(`"type": "module"`);
  const chosen = apiProject({
    ...onePizza,
    "package.json": manifest({ type: "commonjs" }),
    "index.js": "require('x');\n",
  });
  expect((await runHere(chosen, ["create", "server"])).stdout).toContain("Next:\n  npm pkg set type=module\n");
});

test("without types, create server writes nothing and proposes create api", async () => {
  const root = temporaryFolder({ "package.json": manifest({}) });
  const before = readTree(root);
  const { stderr, status } = await runHere(root, ["create", "server"]);
  expect(stderr).toContain(
    "A server requires a kind. First create one, for example:\n  npx --no -- codegen create api --group ",
  );
  expect(status).toBe(2);
  writeTree(root, { "apis/shop/v1/types.ts": "export interface Size { cm: number }\n" });
  expect((await runHere(root, ["create", "server"])).stderr).toContain("no kinds with metadata were found in apis\n");
  rmSync(join(root, "apis"), { recursive: true });
  expect(readTree(root)).toEqual(before);
});

test("types with errors are reported, and nothing is written", async () => {
  const root = apiProject({ ...onePizza, "apis/shop/v1/more.ts": "export interface Broken { a: Unknown }\n" });
  const before = readTree(root);
  const { stderr, status } = await runHere(root, ["create", "server"]);
  expect(stderr).toMatch(/apis\/shop\/v1\/more\.ts:1:\d+ error load\/unresolved-name/);
  expect(status).toBe(1);
  expect(readTree(root)).toEqual(before);
});
