import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { workFolder } from "../generators/run-generated.js";
import { groupsOf, type Group } from "./hub.js";
import { writeInput } from "./input.js";
import { readVersions, type Interface, type Version } from "./source.js";

const root = join(import.meta.dirname, "../..");

const use = `import { newFakeClientset } from "./generated/clientset/fake.js";

const clientset = newFakeClientset();
const deployments = clientset.appsV1().deployments("default");
const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } };
await deployments.create({ metadata: { name: "web" }, spec: { selector: { matchLabels: { app: "web" } }, template } });
const applied = await deployments.apply({ metadata: { name: "web" }, spec: { replicas: 3 } }, { fieldManager: "scaler" });
const nodes = await clientset.coreV1().nodes().list();
console.log(JSON.stringify({ replicas: applied.spec?.replicas, containers: applied.spec?.template.spec?.containers, nodes: nodes.items }));
await clientset.close();
`;

/**
 * Returns the newest version of each group. Conversions of older versions need functions that a
 * developer writes.
 */
function newestVersions(): Version[] {
  return groupsOf(readVersions()).flatMap(({ versions }) => versions.slice(0, 1));
}

/** Adds the marker for clients to the kinds of all versions, but not to those of the hubs. */
function withClients(groups: readonly Group[]): readonly Group[] {
  return groups.map((group) => ({
    ...group,
    versions: group.versions.map((version) => ({ ...version, interfaces: version.interfaces.map(marked) })),
  }));
}

function marked(type: Interface): Interface {
  const has = (wanted: string) => type.properties.some(({ name }) => name === wanted);
  const isKind = has("apiVersion") && has("kind") && has("metadata") && !has("items");
  return isKind ? { ...type, doc: `${type.doc}\n+genclient` } : type;
}

describe("clients of the newest version of every API group of kubernetes-types", () => {
  let work = "";

  beforeAll(async () => {
    work = workFolder("clientset");
    mkdirSync(work, { recursive: true });
    const generators = ["schema", "deepcopy", "conversion", "register", "client", "lister", "informer"];
    writeFileSync(
      join(work, "codegen.config.json"),
      JSON.stringify({ generators: [...generators, "applyconfiguration"] }),
    );
    writeFileSync(join(work, "package.json"), `{ "type": "module" }\n`);
    writeInput(join(work, "apis"), withClients(groupsOf(newestVersions())));
    writeFileSync(join(work, "use.ts"), use);
    writeFileSync(
      join(work, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: true,
          target: "ES2022",
          module: "NodeNext",
          moduleResolution: "NodeNext",
          types: ["node"],
          outDir: "dist",
        },
        include: ["generated", "use.ts"],
      }),
    );
    expect(await runHere(work, [])).toMatchObject({ status: 0 });
  });

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test("the clients compile, and a program uses them with its own server", () => {
    const compiled = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", work], {
      cwd: root,
      encoding: "utf8",
    });
    expect(compiled.stdout).toBe("");
    const { stdout, stderr } = spawnSync(process.execPath, [join(work, "dist/use.js")], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ replicas: 3, containers: [{ name: "web", image: "web:1" }], nodes: [] });
  });
});
