import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTree } from "../../engine/temporary-folder.js";
import { whyNoKubectl } from "../../interop/kubectl.js";
import { command, succeed } from "../../package/command.js";
import { createUserProject, whyNot } from "../../package/install.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { KubeCluster } from "./kube-cluster.js";
import { carProject } from "./user-crd-types.js";

/**
 * @file A user writes the types of a kind in an empty folder, generates its
 * CustomResourceDefinition with the published packages, and installs it into a cluster.
 */

const reason = whyNoKubernetes() ?? whyNoEtcd() ?? whyNoKubectl() ?? (await whyNot());

describe.skipIf(reason !== undefined)(["the first CRD of a user", reason].filter(Boolean).join(", "), () => {
  let root: string;
  let cluster: KubeCluster | undefined;
  let kubectl: ClusterKubectl;
  beforeAll(async () => {
    root = await createUserProject(carProject);
    await succeed(root, "npx", ["codegen"]);
    cluster = await KubeCluster.start();
    kubectl = new ClusterKubectl(await cluster.administrator(), cluster.folder);
    await kubectl.succeed(`kubectl apply -f ${join(root, "generated/crds")}`);
    await kubectl.succeed("kubectl wait --for=condition=Established --timeout=30s crd/cars.garage.example.org");
    await kubectl.eventually("kubectl get cars && kubectl explain car.spec.color");
  });
  afterAll(async () => {
    await cluster?.remove();
    rmSync(root, { recursive: true, force: true });
  });

  const car = (name: string, spec: object) =>
    JSON.stringify({ apiVersion: "garage.example.org/v1", kind: "Car", metadata: { name }, spec });
  const create = (name: string, spec: object, flags = "") =>
    kubectl.run(`kubectl create ${flags} -f - <<'END'\n${car(name, spec)}\nEND`);
  const specOf = async (name: string) =>
    JSON.parse(await kubectl.succeed(`kubectl get car ${name} -o jsonpath='{.spec}'`)) as unknown;

  test("the CRD has every condition of a good schema", async () => {
    const conditions = await kubectl.succeed(
      `kubectl get crd cars.garage.example.org -o jsonpath='{range .status.conditions[*]}{.type}={.status} {end}'`,
    );
    expect(conditions.trim().split(" ").toSorted()).toEqual(["Established=True", "NamesAccepted=True"]);
  });

  test("defaults are filled in and unknown fields are pruned, except in a field that preserves them", async () => {
    const spec = { color: "red", wings: 2, notes: { any: { thing: 1 } }, tires: [{ position: "left" }], tank: "half" };
    expect((await create("first", spec, "--validate=ignore")).status).toBe(0);
    expect(await specOf("first")).toEqual({
      color: "red",
      doors: 4,
      labels: { owner: "garage" },
      notes: { any: { thing: 1 } },
      tank: "half",
      tires: [{ position: "left", season: "summer" }],
    });
  });

  test("a strict client gets an error for an unknown field", async () => {
    const { status, output } = await create("strict", { color: "red", wings: 2 }, "--validate=strict");
    expect([status, output]).toEqual([1, expect.stringContaining('unknown field "spec.wings"')]);
  });

  test.each([
    ["a missing field", {}, "spec.color: Required value"],
    [
      "a value outside of an enumeration",
      { color: "blue" },
      'spec.color: Unsupported value: "blue": supported values: "black", "red", "white"',
    ],
    [
      "a number above its limit",
      { color: "red", doors: 6 },
      "spec.doors: Invalid value: 6: spec.doors in body should be less than or equal to 5",
    ],
    ["a text without its pattern", { color: "red", plate: "b" }, "spec.plate in body should match '^[A-Z]{2}-[0-9]+$'"],
    ["a broken rule", { color: "black", doors: 2 }, "a small car is not black"],
    ["a repeated item of a set", { color: "red", extras: ["a", "a"] }, 'spec.extras[1]: Duplicate value: "a"'],
    [
      "a repeated key of a list",
      { color: "red", tires: [{ position: "left" }, { position: "left" }] },
      'spec.tires[1]: Duplicate value: {"position":"left"}',
    ],
    ["a wrong type", { color: "red", tank: true }, "spec.tank in body must be of type integer,string"],
  ])("%s is refused with Kubernetes' message", async (_, spec, text) => {
    const { status, output } = await create("wrong", spec, "--validate=ignore");
    expect([status, output]).toEqual([1, expect.stringContaining(text)]);
  });

  test("a field that can be set once is not changed or removed afterwards", async () => {
    await create("fixed", { color: "white" });
    const patch = (value: string) =>
      kubectl.run(`kubectl patch car fixed --type=merge -p '{"spec":{"chassis":${value}}}'`);
    expect((await patch('"one"')).status).toBe(0);
    expect(await patch('"two"')).toEqual({
      status: 1,
      output: expect.stringContaining("may not be changed once set") as string,
    });
    expect(await patch("null")).toEqual({
      status: 1,
      output: expect.stringContaining("field chassis is immutable once set") as string,
    });
  });

  test("two appliers own the items of a keyed list and the values of a set", async () => {
    const apply = (manager: string, spec: object) =>
      kubectl.succeed(
        `kubectl apply --server-side --field-manager=${manager} -f - <<'END'\n${car("shared", spec)}\nEND`,
      );
    await apply("one", { color: "red", tires: [{ position: "left" }], extras: ["radio"] });
    await apply("two", { tires: [{ position: "right", season: "winter" }], extras: ["roof"] });
    expect(await specOf("shared")).toMatchObject({
      tires: [
        { position: "left", season: "summer" },
        { position: "right", season: "winter" },
      ],
      extras: ["radio", "roof"],
    });
    await apply("two", { tires: [], extras: [] });
    expect(await specOf("shared")).toMatchObject({
      tires: [{ position: "left", season: "summer" }],
      extras: ["radio"],
    });
  });

  test("columns, short names, categories, selectable fields and descriptions are known to kubectl", async () => {
    await create("listed", { color: "black", doors: 5 });
    expect(await kubectl.succeed("kubectl get vw listed")).toMatch(/^NAME +COLOR +DOORS\nlisted +black +5\n$/);
    expect(await kubectl.succeed("kubectl get all -o name")).toContain("car.garage.example.org/listed");
    const black = await kubectl.succeed("kubectl get cars --field-selector=spec.color=black -o name");
    expect(black).toBe("car.garage.example.org/listed\n");
    const explained = await kubectl.succeed("kubectl explain car.spec.color");
    expect(explained).toContain("The color of the paint.");
    expect(explained).toMatch(/ENUM:\s+black\s+red\s+white/);
  });

  test("the scale and the status are subresources", async () => {
    await create("scaled", { color: "red" });
    await kubectl.succeed("kubectl scale car scaled --replicas=3");
    expect(await specOf("scaled")).toMatchObject({ doors: 3 });
    await kubectl.succeed(`kubectl patch car scaled --subresource=status --type=merge -p '{"status":{"doors":2}}'`);
    await kubectl.succeed(`kubectl patch car scaled --type=merge -p '{"status":{"doors":1}}'`);
    expect(await kubectl.succeed("kubectl get car scaled -o jsonpath='{.status.doors} {.spec.doors}'")).toBe("2 3");
  });

  test("mistakes in markers are reported with their lines and what to do, and leave the CRD unchanged", async () => {
    const types = carProject["apis/garage/v1/types.ts"] ?? "";
    writeTree(root, {
      "apis/garage/v1/types.ts": types
        .replace("+kubebuilder:validation:Maximum=5", "+kubebuilder:validation:Maximun=5")
        .replace("+kubebuilder:subresource:status", "+kubebuilder:subresource:status=true")
        .replace("  position: string;\n", "  position: string;\n  spare?: Tire;\n"),
    });
    const { status, stdout, stderr } = await command(root, "npx", ["codegen"]);
    expect(status).toBe(1);
    expect(stdout + stderr).toMatchInlineSnapshot(`
      "apis/garage/v1/types.ts:6:4 error markers/bad-value: \`+kubebuilder:subresource:status\` takes no value
          for example: +kubebuilder:subresource:status
      apis/garage/v1/types.ts:33:6 error markers/unknown: unknown marker \`+kubebuilder:validation:Maximun\`
          did you mean \`+kubebuilder:validation:Maximum\`?
      apis/garage/v1/types.ts:61:3 error crd/recursive-type: Tire.spare contains Tire, which contains itself: a schema in a CustomResourceDefinition cannot be recursive
          to allow any value for the property, add these markers:
          +kubebuilder:pruning:PreserveUnknownFields
          +kubebuilder:validation:Schemaless
      3 errors; nothing written
      "
    `);
  });
});
