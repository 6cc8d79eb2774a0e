import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTree, temporaryFolder } from "../engine/temporary-folder.js";
import { namesProject } from "./names-project.js";
import { runHere } from "./run-here.js";

const api = ["create", "api", "--group", "restaurant.example.com", "--version", "v1alpha1", "--kind", "Pizza"];

test("init creates the files of a project, and changes nothing in an existing project", async () => {
  const root = temporaryFolder();
  const { stdout, status } = await runHere(root, ["init"]);
  expect(status).toBe(0);
  expect(stdout).toMatch("npm i @apimachinery/runtime\n");
  expect(stdout).toMatch(/^ {2}npm i -D @apimachinery\/codegen typescript fast-check vitest(@\d+)?$/m);
  const tree = readTree(root);
  expect(Object.keys(tree)).toEqual([
    ".gitattributes",
    ".gitignore",
    "package.json",
    "tsconfig.json",
    "vitest.config.ts",
  ]);
  expect(JSON.parse(tree["package.json"] ?? "")).toMatchObject({
    type: "module",
    scripts: { generate: "codegen", "verify-generated": "codegen --check" },
  });
  await runHere(root, ["init"]);
  expect(readTree(root)).toEqual(tree);
});

test("init adds to a package.json and leaves the rest of it unchanged", async () => {
  const root = temporaryFolder({
    "package.json": `{\n    "name": "x",\n    "scripts": { "generate": "mine" },\n    "z": [1]\n}\n`,
    "tsconfig.json": "{}",
  });
  await runHere(root, ["init"]);
  const scripts = {
    generate: "mine",
    "verify-generated": "codegen --check",
    build: "codegen && tsc",
    test: "codegen && vitest run",
  };
  expect(readTree(root)["package.json"]).toBe(
    `${JSON.stringify({ name: "x", scripts, z: [1], type: "module" }, undefined, 4)}\n`,
  );
  expect(readTree(root)["tsconfig.json"]).toBe("{}");
});

test('init sets "type": "module" in a folder without code, and suggests it in a folder with code', async () => {
  // Content of a package.json that `npm init -y` and `npm install` have written.
  const manifest = `{ "name": "x", "devDependencies": { "@apimachinery/codegen": "^0.1.0" } }`;
  const installed = temporaryFolder({ "package.json": manifest, "package-lock.json": "{}", "README.md": "" });
  expect((await runHere(installed, ["init"])).stdout).not.toMatch("npm pkg set");
  expect(JSON.parse(readTree(installed)["package.json"] ?? "")).toMatchObject({ type: "module", devDependencies: {} });
  const chosen = temporaryFolder({ "package.json": `{ "name": "x", "type": "commonjs" }`, "index.js": "require('x')" });
  expect((await runHere(chosen, ["init"])).stdout).toMatch("Next:\n  npm pkg set type=module\n");
  expect(JSON.parse(readTree(chosen)["package.json"] ?? "")).toMatchObject({ type: "commonjs" });
});

test("create api writes one version without a hub, and does not change existing files", async () => {
  const root = temporaryFolder({ "package.json": "{}" });
  expect((await runHere(root, [...api, "--namespaced"])).status).toBe(0);
  const tree = readTree(root);
  expect(Object.keys(tree)).toEqual([
    "apis/restaurant/v1alpha1/doc.ts",
    "apis/restaurant/v1alpha1/types.ts",
    "package.json",
  ]);
  expect(tree["apis/restaurant/v1alpha1/doc.ts"]).toBe(`/**
 * restaurant.example.com/v1alpha1: the types that clients send and receive.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=restaurant.example.com
 *
 * @packageDocumentation
 */
export {};
`);
  expect(await runHere(root, api)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching("already exists") as string,
  });
  expect(readTree(root)).toEqual(tree);
});

test("create api --internal-hub writes a hub and a version, and does not change existing files", async () => {
  const root = temporaryFolder({ "package.json": "{}" });
  expect((await runHere(root, [...api, "--namespaced", "--internal-hub"])).status).toBe(0);
  const tree = readTree(root);
  expect(tree["apis/restaurant/v1alpha1/doc.ts"]).toMatch("\n * +k8s:conversion-gen=..\n");
  expect(Object.keys(tree)).toEqual([
    "apis/restaurant/doc.ts",
    "apis/restaurant/types.ts",
    "apis/restaurant/v1alpha1/doc.ts",
    "apis/restaurant/v1alpha1/types.ts",
    "package.json",
  ]);
  expect(tree["apis/restaurant/types.ts"]).toMatch(`extends TypeMeta<"restaurant.example.com/__internal", "Pizza">`);
  expect(tree["apis/restaurant/types.ts"]).not.toMatch("nonNamespaced");
  expect(await runHere(root, api)).toEqual({
    stdout: "",
    stderr: "codegen: Pizza of restaurant.example.com/v1alpha1 already exists; nothing was written\n",
    status: 2,
  });
  expect(readTree(root)).toEqual(tree);
});

test("create api writes the second kind to a separate file", async () => {
  const root = temporaryFolder({ "package.json": "{}" });
  await runHere(root, api);
  expect((await runHere(root, api.with(-1, "PizzaTopping"))).stdout).toBe(`exists  apis/restaurant/v1alpha1/doc.ts
created apis/restaurant/v1alpha1/pizza-topping-types.ts

Next: fill in the types in apis/restaurant/v1alpha1/pizza-topping-types.ts, then npx --no -- codegen create server, or npx --no -- codegen init for types without a server
`);
});

test("in a project with scripts, the next step after create api is the script", async () => {
  const root = temporaryFolder({ "package.json": '{ "scripts": { "generate": "codegen" } }' });
  expect((await runHere(root, api)).stdout).toMatch(/^Next: fill in the types in .*, then npm run generate$/m);
});

test("in a project with a server, the next step after create api is create server", async () => {
  const root = temporaryFolder({
    "package.json": '{ "scripts": { "generate": "codegen" } }',
    "src/definition.ts": "export {};\n",
  });
  expect((await runHere(root, api)).stdout).toMatch(
    /^Next: fill in the types in .*, then npx --no -- codegen create server, which prints the lines to add to the server$/m,
  );
});

test("create api writes the second kind also to the hub of a group that has one", async () => {
  const root = temporaryFolder({ "package.json": "{}" });
  await runHere(root, [...api, "--internal-hub"]);
  const { stdout } = await runHere(root, api.with(-1, "PizzaTopping"));
  expect(stdout).toMatch(
    "\napis/restaurant has an internal hub, so the types of PizzaTopping were also created in the hub.\n",
  );
  expect(stdout).toMatch(
    "Next: fill in the types in apis/restaurant/pizza-topping-types.ts and apis/restaurant/v1alpha1/pizza-topping-types.ts, then npx --no -- codegen create server, or npx --no -- codegen init for types without a server\n",
  );
  expect(stdout).toMatch(
    /created apis\/restaurant\/pizza-topping-types.ts\n.*\ncreated apis\/restaurant\/v1alpha1\/pizza-topping-types.ts\n/,
  );
  expect(readFileSync(join(root, "apis/restaurant/pizza-topping-types.ts"), "utf8")).toMatch(
    "+genclient:nonNamespaced",
  );
});

test("create version copies the files of a version with an internal hub under the new name", async () => {
  const root = temporaryFolder({
    "package.json": "{}",
    "apis/restaurant/doc.ts": "/** +groupName=restaurant.example.com */\n",
    "apis/restaurant/v1beta1/types.ts": `// v1beta1, not v1beta10\nexport interface Pizza extends TypeMeta<"restaurant.example.com/v1beta1", "Pizza"> {}\n`,
    "apis/restaurant/v1beta1/conversion.ts": `export function Convert_v1beta1_Pizza_To_restaurant_Pizza() {}\n`,
    "apis/restaurant/v1beta1/zz_generated.deepcopy.ts": "// Code generated by codegen (deepcopy). DO NOT EDIT.\n",
    "apis/restaurant/v1beta1/conversion.test.ts": "",
  });
  const { status, stdout } = await runHere(root, ["create", "version", "--from", "v1beta1", "--to", "v1"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    "Next: change the types in apis/restaurant/v1/types.ts, and the types of the hub in the same way, then npx --no -- codegen\n",
  );
  const created = Object.fromEntries(Object.entries(readTree(root)).filter(([path]) => path.includes("/v1/")));
  expect(created).toEqual({
    "apis/restaurant/v1/conversion.ts": "export function Convert_v1_Pizza_To_restaurant_Pizza() {}\n",
    "apis/restaurant/v1/types.ts": `// v1, not v1beta10\nexport interface Pizza extends TypeMeta<"restaurant.example.com/v1", "Pizza"> {}\n`,
  });
});

test.each([
  [api.with(-1, "pizza"), '"pizza" is not a valid name of a kind'],
  [api.with(5, "1.0"), '"1.0" is not a valid version'],
  [api.with(3, "Restaurant"), '"Restaurant" is not a valid group'],
  [
    [...api.with(5, "v1"), "--internal-hub"],
    "apis/restaurant/v1alpha1 already exists without an internal hub: remove the option --internal-hub",
  ],
  [
    api.with(5, "v1"),
    "apis/restaurant/v1alpha1/types.ts already has the kind Pizza; for a second version of the kind, run:\n  npx --no -- codegen create version --from v1alpha1 --to v1 --group restaurant.example.com\n",
  ],
  [["create", "version", "--from", "v1", "--to", "v2"], "no group in apis has a folder v1"],
  [
    ["create", "version", "--from", "v1alpha1", "--to", "v2", "--group", "bar"],
    "no group bar in apis has a folder v1alpha1; groups with this version: restaurant",
  ],
])("%j is rejected: %s", async (args, message) => {
  const root = temporaryFolder({ "package.json": "{}" });
  await runHere(root, api);
  const before = readTree(root);
  const { stderr, status } = await runHere(root, args);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
  expect(readTree(root)).toEqual(before);
});

test("codegen markers prints the table of known markers", async () => {
  const root = namesProject();
  expect((await runHere(root, ["markers"])).stdout).toMatch(
    /^\+acme:names +package +names +Asks for the names of the folder's types\.$/m,
  );
  expect((await runHere(root, ["markers", "+acme:names"])).stdout).toMatch(/on {7}package\n.*value {4}none/s);
  expect(JSON.parse((await runHere(root, ["markers", "acme:names", "--format", "json"])).stdout)).toMatchObject({
    markers: [{ name: "acme:names", places: ["package"], owner: "names", repeatable: false }],
  });
  expect((await runHere(root, ["markers", "--format", "markdown"])).stdout).toMatch("\n## names\n\n| marker ");
  expect(await runHere(root, ["markers", "acme:nmaes"])).toMatchObject({
    status: 2,
    stderr: "codegen: unknown marker +acme:nmaes; did you mean +acme:names?\n",
  });
});

test("create version does not copy the markers about the releases of the old version", async () => {
  const marker = "+k8s:prerelease-lifecycle-gen";
  const types = (...comments: readonly string[]) =>
    comments.map((comment, index) => `${comment}\nexport interface T${index} {}\n`).join("");
  const root = temporaryFolder({
    "package.json": "{}",
    "apis/shop/doc.ts": "/** +groupName=shop.example.com */\n",
    "apis/shop/v1alpha1/types.ts": types(
      `/**\n * T0 is one.\n * ${marker}:introduced=1.0\n * ${marker}:removed=1.10\n * +genclient\n */`,
      `/** ${marker}:introduced=1.0 */`,
      `/** ${marker}:introduced=1.0\n *  +genclient\n *  ${marker}:replacement=shop.example.com,v1,T2 */`,
      `// ${marker}:deprecated=1.3`,
      `/** Text ${marker}s stay. */`,
    ),
  });
  await runHere(root, ["create", "version", "--from", "v1alpha1", "--to", "v1"]);
  expect(readTree(root)["apis/shop/v1/types.ts"]).toBe(
    types(
      "/**\n * T0 is one.\n * +genclient\n */",
      "",
      "/**\n *  +genclient\n * */",
      "",
      `/** Text ${marker}s stay. */`,
    ).replaceAll("\n\n", "\n"),
  );
});

test("init does not change a vite configuration, and writes a .gitignore", async () => {
  const root = temporaryFolder({ "package.json": "{}", "vite.config.ts": "export default {};\n" });
  await runHere(root, ["init"]);
  const tree = readTree(root);
  expect(Object.keys(tree)).not.toContain("vitest.config.ts");
  expect(tree[".gitignore"]).toBe("node_modules/\ndist/\n*.local/\nkubeconfig\n");
  expect(tree["tsconfig.json"]).toMatch(/"sourceMap": true,\n +"noEmitOnError": true/);
});

test("create reports all missing options at once, with an example", async () => {
  const root = temporaryFolder({ "package.json": "{}" });
  const { stderr, status } = await runHere(root, ["create", "api", "--kind", "Pizza"]);
  expect([stderr, status]).toEqual([
    "codegen: missing --group, --version; for example:\n  npx --no -- codegen create api --group restaurant.example.com --version v1alpha1 --kind Pizza --namespaced\n",
    2,
  ]);
  expect((await runHere(root, ["create", "version"])).stderr).toMatch(
    /missing --from, --to; for example:\n {2}npx --no -- codegen create version --from v1alpha1 --to v1\n/,
  );
});

test("a kind named like a list, a version that exists, and a version that does not exist are errors", async () => {
  const root = temporaryFolder({ "package.json": "{}" });
  expect(
    (
      await runHere(
        root,
        api.map((word) => (word === "Pizza" ? "BoxList" : word)),
      )
    ).stderr,
  ).toMatch("BoxList is the name of the list type of Box");
  await runHere(root, api);
  expect(await runHere(root, ["create", "version", "--from", "v1alpha1", "--to", "v1alpha1"])).toMatchObject({
    stderr: "codegen: apis/restaurant/v1alpha1 already exists; nothing was written\n",
    status: 2,
  });
  expect((await runHere(root, ["create", "version", "--from", "v3", "--to", "v4"])).stderr).toMatch(
    "has a folder v3; existing versions: restaurant/v1alpha1",
  );
});
