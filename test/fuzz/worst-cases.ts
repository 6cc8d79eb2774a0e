import { group, toppings } from "../apiserver/harness.js";
import { cborHead, cborKeys, cborList, cborMap, cborText, protobufField, protobufObject, repeated } from "./binary.js";
import { maxBodyItems } from "../../apiserver/endpoints/read-body.js";
import type { Random } from "./random.js";

/** A request whose body has about three megabytes, and costs as much as its form allows. */
export interface WorstCase {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

/** Maximum size of the bodies that are generated, in bytes. */
export const worstSize = 3 * 1024 * 1024 - 2048;
/** Items that a body in CBOR or protobuf can have. */
const mostItems = maxBodyItems - 64;

export const json = "application/json";
export const cbor = "application/cbor";
export const protobuf = "application/vnd.kubernetes.protobuf";
export const apiVersion = "restaurant.programming-kubernetes.info/v1alpha1";
export const namespaces = "/api/v1/namespaces";
export const orders = "/apis/shop.example.com/v1/namespaces/default/orders";
export const access = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/** Generators of requests, by area. */
export const worstAreas: Readonly<Record<string, (random: Random) => WorstCase>> = {
  cborItems,
  cborKeysOfMaps,
  protobufMetadata,
  protobufOrder,
  reviews,
  managers,
};

/** The most expensive small items of CBOR: their names, bytes, and numbers of items. */
const cborUnits: readonly (readonly [name: string, bytes: Buffer, items: number])[] = [
  ["empty lists", cborHead(4, 0), 1],
  ["empty maps", cborHead(5, 0), 1],
  ["integers", cborHead(0, 1), 0],
  ["64-bit integers", Buffer.from("1b7fffffffffffffff", "hex"), 0],
  ["floats", Buffer.from("f93c00", "hex"), 0],
  ["nulls", Buffer.from("f6", "hex"), 0],
  ["empty strings", cborHead(2, 0), 1],
  ["texts", Buffer.from("6161", "hex"), 1],
  ["base64 for URLs", Buffer.from("d541ff", "hex"), 2],
  ["hexadecimal bytes", Buffer.from("d741ff", "hex"), 2],
  ["times", Buffer.from("c11a514b67b0", "hex"), 1],
  ["strings in chunks", Buffer.from("5f4161ff", "hex"), 3],
  ["lists of a list", Buffer.from("8180", "hex"), 2],
  ["maps of one key", Buffer.from("a1416101", "hex"), 2],
  ["tags of tags", Buffer.from("d6d6d64161", "hex"), 4],
];

function cborItems(random: Random): WorstCase {
  const [name, unit, items] = random.pick(cborUnits);
  const isWithinLimit = random.chance(0.7);
  const fitting = Math.floor(worstSize / unit.length);
  const count = isWithinLimit ? Math.min(fitting, Math.floor(mostItems / items)) : fitting;
  const list = cborList(count, unit);
  const place = random.pick(["x", "spec", "finalizers", "managedFields", "ownerReferences", "fieldsV1"]);
  return cborTopping(random, `CBOR with ${String(count)} ${name} as ${place}`, place, list);
}

function cborKeysOfMaps(random: Random): WorstCase {
  const place = random.pick(["x", "labels", "annotations", "fieldsV1"]);
  const value = place === "labels" || place === "annotations" ? cborText("") : cborMap({});
  const count = Math.min(Math.floor(mostItems / 2), Math.floor(worstSize / (6 + value.length)));
  return cborTopping(random, `CBOR with ${String(count)} keys of ${place}`, place, cborKeys(count, value));
}

/** Returns a request for a topping that has a value at a place. */
function cborTopping(random: Random, name: string, place: string, value: Buffer): WorstCase {
  const entry = cborMap({
    manager: cborText("m"),
    operation: cborText("Update"),
    apiVersion: cborText(apiVersion),
    fieldsType: cborText("FieldsV1"),
    fieldsV1: value,
  });
  const inMetadata =
    place === "fieldsV1"
      ? { managedFields: cborList(1, entry) }
      : ["x", "spec"].includes(place)
        ? {}
        : { [place]: value };
  const body = cborMap({
    apiVersion: cborText(apiVersion),
    kind: cborText("Topping"),
    metadata: cborMap({ name: cborText("big"), ...inMetadata }),
    spec: place === "spec" ? value : cborMap({ cost: cborHead(0, 1) }),
    ...(place === "x" ? { x: value } : {}),
  });
  const [method, path, type] = random.pick([
    ["POST", `${toppings}?dryRun=All`, cbor],
    ["POST", `${toppings}?dryRun=All&fieldValidation=Strict`, cbor],
    ["PATCH", `${toppings}/big?dryRun=All&fieldManager=a&force=true`, "application/apply-patch+cbor"],
    ["DELETE", `${toppings}/none`, cbor],
  ] as const);
  return { name: `${method} of ${name} (${type})`, method, path, type, body };
}

/** Fields of the metadata that are lists or maps: their names, numbers, and cheapest entries. */
const metadataFields: readonly (readonly [name: string, number: number, entry: Buffer, items: number])[] = [
  ["empty labels", 11, Buffer.alloc(0), 1],
  ["labels with a key", 11, protobufField(1, "a"), 2],
  ["empty owner references", 13, Buffer.alloc(0), 1],
  ["empty finalizers", 14, Buffer.alloc(0), 1],
  ["empty managed fields", 17, Buffer.alloc(0), 1],
  ["managed fields with a set", 17, protobufField(7, protobufField(1, "{}")), 3],
  ["unknown fields", 99, Buffer.alloc(0), 1],
];

function protobufMetadata(random: Random): WorstCase {
  const [name, number, entry, items] = random.pick(metadataFields);
  const unit = protobufField(number, entry);
  const count = countOf(random, unit, items);
  const metadata = protobufField(1, Buffer.concat([protobufField(1, "big"), repeated(count, unit)]));
  return {
    name: `protobuf of a Namespace with ${String(count)} ${name}`,
    method: "POST",
    path: `${namespaces}?dryRun=All`,
    type: protobuf,
    body: protobufObject("v1", "Namespace", metadata),
  };
}

function countOf(random: Random, unit: Buffer, items: number): number {
  const fitting = Math.floor(worstSize / unit.length);
  return random.chance(0.7) ? Math.min(fitting, Math.floor(mostItems / items)) : fitting;
}

/** Fields of the spec of an Order. */
const orderFields: readonly (readonly [name: string, unit: Buffer, items: number])[] = [
  ["empty parts", protobufField(9, ""), 1],
  ["parts of parts", protobufField(9, protobufField(2, "")), 2],
  ["empty labels", protobufField(8, ""), 1],
  ["raw values", protobufField(10, protobufField(1, "{}")), 2],
  ["fields of a wrong type", protobufField(2, "a"), 1],
  ["unknown fields", protobufField(99, ""), 1],
];

function protobufOrder(random: Random): WorstCase {
  const isDeep = random.chance(0.2);
  const [name, unit, items] = random.pick(orderFields);
  const count = countOf(random, unit, items);
  const raw = protobufField(10, protobufField(1, `{"x":${"[".repeat(1_400_000)}${"]".repeat(1_400_000)}}`));
  const spec = protobufField(2, isDeep ? raw : repeated(count, unit));
  return {
    name: `protobuf of an Order with ${isDeep ? "a deep raw value" : `${String(count)} ${name}`}`,
    method: "POST",
    path: `${orders}?dryRun=All`,
    type: protobuf,
    body: protobufObject(
      "shop.example.com/v1",
      "Order",
      Buffer.concat([protobufField(1, protobufField(1, "a")), spec]),
    ),
  };
}

/** A review of 64 KiB, which is the largest one, or of three megabytes. */
function reviews(random: Random): WorstCase {
  const size = random.chance(0.7) ? 64 * 1024 - 512 : worstSize;
  const selector = random.pick(["fieldSelector", "labelSelector"] as const);
  const unit = random.pick(["!a,", "a in (b),", "a=b,", "a,"]);
  const number = selector === "fieldSelector" ? 8 : 9;
  const requirement = protobufField(2, "");
  const attributes = (content: Buffer) =>
    protobufObject(
      "authorization.k8s.io/v1",
      "SelfSubjectAccessReview",
      protobufField(2, protobufField(1, protobufField(number, content))),
    );
  const form = random.pick(["rawSelector", "requirements", "values", "managedFields", "hexadecimal"] as const);
  const requirements = repeated(Math.floor(size / 2), requirement);
  const values = protobufField(
    2,
    Buffer.concat([protobufField(1, "a"), repeated(Math.floor(size / 2), protobufField(3, ""))]),
  );
  const raw = unit.repeat(Math.floor(size / unit.length));
  const spec = { resourceAttributes: { verb: "get", resource: "pizzas", [selector]: { rawSelector: raw } } };
  const bodies: Readonly<Record<typeof form, () => readonly [type: string, body: Buffer]>> = {
    rawSelector: () => [json, Buffer.from(JSON.stringify({ spec }))],
    requirements: () => [protobuf, attributes(requirements)],
    values: () => [protobuf, attributes(values)],
    managedFields: () => [
      protobuf,
      protobufObject(
        "authorization.k8s.io/v1",
        "SelfSubjectAccessReview",
        protobufField(1, repeated(Math.floor(size / 3), protobufField(17, ""))),
      ),
    ],
    hexadecimal: () => {
      const bytes = Buffer.concat([Buffer.from("d7", "hex"), cborText(raw)]);
      return [
        cbor,
        cborMap({ spec: cborMap({ resourceAttributes: cborMap({ [selector]: cborMap({ rawSelector: bytes }) }) }) }),
      ];
    },
  };
  const [type, body] = bodies[form]();
  return {
    name: `a review with ${form} of ${String(size)} bytes as ${selector} of ${unit}`,
    method: "POST",
    path: access,
    type,
    body,
  };
}

/** Forged managers in a write. */
function managers(random: Random): WorstCase {
  const operation = random.pick(["Update", "Update", "Apply", "both"] as const);
  const isShared = random.chance(0.5);
  const hasTimes = random.chance(0.5);
  const isWrong = random.chance(0.2);
  const versions = random.pick([[apiVersion], [apiVersion, `${group.slice(6)}/v1beta1`]]);
  const labels = random.chance(0.5) ? 20_000 : 0;
  const entries: unknown[] = [];
  for (let size = labels * 18; size < worstSize - 1000;) {
    const index = entries.length;
    const path = isShared ? "f:shared" : `f:x${String(index)}`;
    const entry = {
      manager: `m${String(index)}`,
      operation: operation === "both" ? (index % 2 === 0 ? "Apply" : "Update") : operation,
      apiVersion: versions[index % versions.length],
      ...(hasTimes ? { time: `2026-01-01T00:00:${String(index % 60).padStart(2, "0")}Z` } : {}),
      fieldsType: "FieldsV1",
      fieldsV1: { "f:metadata": { "f:labels": { [path]: isWrong && index === 0 ? 1 : {} } } },
    };
    entries.push(entry);
    size += JSON.stringify(entry).length + 1;
  }
  const keys = Object.fromEntries(Array.from({ length: labels }, (_, index) => [`key-${String(index)}`, "x"]));
  const [method, path, type] = random.pick([
    ["POST", `${toppings}?dryRun=All`, json],
    ["PUT", `${toppings}/cheese?dryRun=All`, json],
    ["PATCH", `${toppings}/cheese?dryRun=All`, "application/merge-patch+json"],
  ] as const);
  const name = method === "POST" ? "big" : "cheese";
  const metadata = { name, labels: { ...keys, shared: "y" }, managedFields: entries };
  return {
    name: `${method} with ${String(entries.length)} managers (${operation}, ${isShared ? "one path" : "own paths"}) and ${String(labels)} labels`,
    method,
    path,
    type,
    body: Buffer.from(JSON.stringify({ apiVersion, kind: "Topping", metadata, spec: { cost: 2 } })),
  };
}
