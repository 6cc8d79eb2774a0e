import { rmSync } from "node:fs";
import { join } from "node:path";
import { MemoryStorage, newAPIGroup, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { afterAll, beforeEach, expect, test } from "vitest";
import { workFolder, writeFiles } from "../generators/run-generated.js";
import { runIn } from "../golden/cases.js";
import { InProcessServer, textOf, type Reply } from "./harness.js";

const types = `
import type { int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * +genclient
 * +kubebuilder:subresource:status
 * +kubebuilder:validation:XValidation:rule="self.metadata.name.startsWith(self.spec.shop)",message="the name begins with the shop"
 */
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status?: OrderStatus;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

/** +kubebuilder:validation:XValidation:rule="self.least <= self.most",message="least is above most",fieldPath=".least" */
export interface OrderSpec {
  /** +kubebuilder:validation:MaxLength=4 */
  shop: string;
  /** +kubebuilder:validation:XValidation:rule="self >= oldSelf",messageExpression="'must be at least ' + string(oldSelf)" */
  least: int32;
  most: int32;
  /**
   * +listType=map
   * +listMapKey=name
   */
  lines?: Line[];
}

/** +k8s:validation:cel[0]:rule="self.size != 13" */
export interface Line {
  name: string;
  /** +k8s:validation:cel[0]:rule="self == oldSelf"
   *  +k8s:validation:cel[0]:message="the size of a line stays" */
  size?: int32;
}

export interface OrderStatus {
  /** +kubebuilder:validation:XValidation:rule="self != 'lost'",reason=FieldValueForbidden,message="no order is lost" */
  phase?: string;
}
`;

interface Registration {
  readonly AddToScheme: (scheme: Scheme) => void;
}

const { AddToScheme } = await generated();

async function generated(): Promise<Registration> {
  const work = workFolder("cel-rules");
  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });
  writeFiles(work, {
    "codegen.config.json": `{ "paths": ["."] }\n`,
    "apis/shop/v1/doc.ts": "/** +groupName=shop.example.com */\nexport {};\n",
    "apis/shop/v1/types.ts": types,
  });
  const { report } = await runIn(work);
  expect(report.problems.filter(({ severity }) => severity !== "info")).toEqual([]);
  return (await import(join(work, "apis/shop/v1/zz_generated.register.ts"))) as Registration;
}

const path = "/apis/shop.example.com/v1/namespaces/default/orders";
const spec = { shop: "a", least: 2, most: 5, lines: [{ name: "x", size: 1 }] };
const order = (changed: object = {}, more: object = {}) => ({
  apiVersion: "shop.example.com/v1",
  kind: "Order",
  metadata: { name: "a-1" },
  spec: { ...spec, ...changed },
  ...more,
});

function causesOf({ status, json }: Reply): readonly unknown[] {
  const causes = Object.values(json["details"]?.["causes"] ?? {});
  return [status, ...causes.map((cause) => `${textOf(cause["field"])}: ${textOf(cause["message"])}`)];
}

let server: InProcessServer;
beforeEach(async () => {
  const group = (storage: Storage) =>
    newAPIGroup(
      {
        install: AddToScheme,
        kinds: { Order: { allowUnconditionalUpdate: true } },
        storageVersion: { group: "shop.example.com", version: "v1" },
      },
      { scheme: new Scheme("shop"), storage, keyPrefix: "/registry" },
    );
  server = new InProcessServer({ storage: new MemoryStorage(), groups: [group] });
  expect((await server.post(path, order())).status).toBe(201);
});

test("a create that breaks rules is refused, with the errors of all places", async () => {
  const broken = order({ shop: "b", least: 6, lines: [{ name: "x", size: 13 }, { name: "y" }] });
  expect(causesOf(await server.post(path, broken))).toEqual([
    422,
    "<nil>: Invalid value: the name begins with the shop",
    "spec.least: Invalid value: least is above most",
    "spec.lines[0]: Invalid value: failed rule: self.size != 13",
    'spec.lines[1]: Invalid value: "object": no such key: size evaluating rule: self.size != 13',
  ]);
});

test("after errors that make an object invalid, rules are not checked", async () => {
  expect(causesOf(await server.post(path, order({ shop: "abcde", least: 6 })))).toEqual([
    422,
    "spec.shop: Too long: may not be more than 4 bytes",
    "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
  ]);
});

test("an update is compared with the old object, items of lists by their keys", async () => {
  const lines = [
    { name: "y", size: 2 },
    { name: "x", size: 3 },
  ];
  const causes = [
    422,
    "spec.least: Invalid value: 1: must be at least 2",
    "spec.lines[1].size: Invalid value: 3: the size of a line stays",
  ];
  expect(causesOf(await server.put(`${path}/a-1`, order({ least: 1, lines })))).toEqual(causes);
  expect(causesOf(await server.patch(`${path}/a-1`, "merge-patch", { spec: { least: 1, lines } }))).toEqual(causes);
  expect(causesOf(await server.put(`${path}/a-1`, order({ least: 3 })))).toEqual([200]);
});

test("server-side apply creates and updates objects by the same rules", async () => {
  const apply = (body: object, name: string) =>
    server.send("PATCH", `${path}/${name}?fieldManager=test&force=true`, {
      body,
      headers: { "content-type": "application/apply-patch+yaml" },
    });
  expect(causesOf(await apply(order({ least: 7 }, { metadata: { name: "a-2" } }), "a-2"))).toEqual([
    422,
    "spec.least: Invalid value: least is above most",
  ]);
  expect(causesOf(await apply(order({ least: 1 }), "a-1"))).toEqual([
    422,
    "spec.least: Invalid value: 1: must be at least 2",
  ]);
});

test("an update of the status is checked by the rules of the status", async () => {
  const lost = order({}, { status: { phase: "lost" } });
  expect(causesOf(await server.put(`${path}/a-1/status`, lost))).toEqual([
    422,
    "status.phase: Forbidden: no order is lost",
  ]);
  expect(causesOf(await server.put(`${path}/a-1/status`, order({}, { status: { phase: "sent" } })))).toEqual([200]);
});
