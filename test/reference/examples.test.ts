import { join } from "node:path";
import { newAPIGroup, type APIGroupInfo, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { smallerObjects } from "../../cmd/codegen/breaking/samples/shrink.js";
import { answerOfDefinition, errorText, type CRDSchema } from "../../runtime/crd/index.js";
import { cafeGroup } from "../apiserver/cafe-group.js";
import { InProcessServer } from "../apiserver/harness.js";
import { repository } from "../built-program.js";
import { runHere } from "../cmd/run-here.js";
import { readTree, temporaryFolder } from "../engine/temporary-folder.js";
import { examplesIn, type PrintedExample } from "./examples-in.js";
import { shopFiles, shopProject } from "./shop.js";

async function examplesOf(cwd: string, ...paths: readonly string[]): Promise<readonly PrintedExample[]> {
  const out = temporaryFolder();
  const args = ["reference", ...paths, "--out", out, "--format", "markdown"];
  expect(await runHere(cwd, args)).toMatchObject({ status: 0 });
  return examplesIn(readTree(out));
}

/** A definition, as far as this test reads it. */
interface Definition {
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: CRDSchema } }[];
  };
}

const installCafe = (storage: Storage): APIGroupInfo =>
  newAPIGroup(cafeGroup, { scheme: new Scheme("cafe"), storage, keyPrefix: "/cafe" });

test("servers store and return the examples of their kinds", async () => {
  const found = [
    ...(await examplesOf(repository, "apis")),
    ...(await examplesOf(join(repository, "examples/cafe"), "apis")),
  ];
  expect(found.map(({ page, title }) => `${page} ${title}`)).toEqual([
    "restaurant.programming-kubernetes.info/v1alpha1/Pizza Smallest valid object",
    "restaurant.programming-kubernetes.info/v1alpha1/Pizza With all fields",
    "restaurant.programming-kubernetes.info/v1alpha1/Topping Smallest valid object",
    "restaurant.programming-kubernetes.info/v1beta1/Pizza Smallest valid object",
    "restaurant.programming-kubernetes.info/v1beta1/Pizza With all fields",
    "cafe.example.com/v1/Coffee Smallest valid object",
    "cafe.example.com/v1/Coffee With all fields",
    "cafe.example.com/v1/Machine Smallest valid object",
    "cafe.example.com/v1alpha1/Coffee Smallest valid object",
    "cafe.example.com/v1alpha1/Coffee With all fields",
  ]);
  for (const { page, title, path, object } of found) {
    const server = new InProcessServer({ groups: [installCafe] });
    const created = await server.post(path, object);
    expect({ page, title, status: created.status }).toEqual({ page, title, status: 201 });
    // Hand-written defaults can replace empty lists.
    if (title === "With all fields") expect(created.json["spec"]).toEqual(object["spec"]);
    expect((await server.get(`${path}/${object.metadata.name}`)).json).toEqual(created.json);
  }
});

test("the definition of a kind accepts its examples, and no smaller object", async () => {
  const root = shopProject();
  const found = await examplesOf(root);
  expect(await runHere(root, [])).toMatchObject({ status: 0 });
  const { spec } = parse(readTree(root)["generated/crds/shop.example.com_boxes.yaml"] ?? "") as Definition;
  const errorsOf = (object: PrintedExample["object"]) => {
    const version = spec.versions.find(({ name }) => object.apiVersion.endsWith(`/${name}`));
    return answerOfDefinition(version?.schema.openAPIV3Schema ?? {}, object).errors.map(errorText);
  };
  expect(found.map(({ page, title, object }) => [page, title, errorsOf(object)])).toEqual([
    ["shop.example.com/v1/Box", "Smallest valid object", []],
    ["shop.example.com/v1/Box", "With all fields", []],
    ["shop.example.com/v1alpha1/Box", "Smallest valid object", []],
    ["shop.example.com/v1alpha1/Box", "With all fields", []],
  ]);
  for (const { object, title } of found) {
    if (title === "With all fields") continue;
    const smaller = smallerObjects(object, () => []) as readonly PrintedExample["object"][];
    expect(smaller.length).toBeGreaterThan(1);
    expect(smaller.filter((one) => errorsOf(one).length === 0)).toEqual([]);
  }
});

test("the example with all fields has all that clients set", async () => {
  const [, spec = ""] = /interface BoxSpec \{([^}]*)\}/.exec(shopFiles["apis/shop/v1/types.ts"] ?? "") ?? [];
  const fields = [...spec.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name);
  const whole = (await examplesOf(shopProject())).find(({ title }) => title === "With all fields");
  expect(fields.length).toBeGreaterThan(7);
  expect(Object.keys(whole?.object["spec"] as object).sort()).toEqual(fields.sort());
});
