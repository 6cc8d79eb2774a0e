import { Scheme } from "@apimachinery/runtime";
import { jsonToCBOR } from "@apimachinery/runtime/cbor";
import { encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { AddToScheme } from "../../apiserver/groups/authorization/v1/zz_generated.register.js";
import { protobufField, protobufObject, repeated } from "./binary.js";
import type { RawRequest } from "./exchange.js";

const group = "/apis/restaurant.programming-kubernetes.info/v1alpha1";
const toppings = `${group}/toppings?dryRun=All`;
const access = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const scheme = new Scheme("authorization");
AddToScheme(scheme);

/**
 * Returns a request to create an object with metadata. The object is a topping, or a review of
 * access in protobuf, which toppings do not have.
 */
type Format = (metadata: object) => Partial<RawRequest>;

function post(target: string, type: string, body: string | Uint8Array): Partial<RawRequest> {
  return {
    method: "POST",
    target,
    headers: { "content-type": type },
    body: typeof body === "string" ? body : Buffer.from(body),
  };
}

const json = (metadata: object): string => JSON.stringify({ metadata, spec: { cost: 1 } });

const formats: Readonly<Record<string, Format>> = {
  JSON: (metadata) => post(toppings, "application/json", json(metadata)),
  // The comment makes the text YAML that is not JSON.
  YAML: (metadata) => post(toppings, "application/yaml", `# YAML\n${json(metadata)}`),
  CBOR: (metadata) => post(toppings, "application/cbor", jsonToCBOR({ metadata, spec: { cost: 1 } })),
  protobuf: (metadata) => {
    const object = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", metadata, spec: {} };
    return post(access, protobufType, encodeProtobuf(scheme, object));
  },
};
const protobufType = "application/vnd.kubernetes.protobuf";

/** Number of small values in the formats whose items have a limit, and in the others. */
const many = (format: string): number => (format === "CBOR" || format === "protobuf" ? 125_000 : 150_000);

/** Metadata that is expensive for a server. */
const hostile: Readonly<Record<string, (many: number) => object>> = {
  "invalid labels": (many) => ({ labels: Object.fromEntries(numbered(many, (index) => [`-${index}`, "-"])) }),
  "invalid finalizers": (many) => ({ finalizers: numbered(many, (index) => `-${index}`) }),
  "owner references without a kind": (many) => ({
    ownerReferences: numbered(many / 8, (index) => ({ apiVersion: "v1", name: `n${index}`, uid: "u" })),
  }),
  "a name of <": () => ({ name: "<".repeat(2_900_000) }),
  "forged managers of updates": (many) => ({ managedFields: numbered(many / 9, managedBy("Update")) }),
  "forged managers of applies": (many) => ({ managedFields: numbered(many / 9, managedBy("Apply")) }),
};

/** Returns managedFields that no server has written. */
function managedBy(operation: "Apply" | "Update"): (index: number) => object {
  return (index) => ({
    manager: `m${index}`,
    operation,
    apiVersion: group.slice("/apis/".length),
    fieldsType: "FieldsV1",
    fieldsV1: { "f:metadata": { "f:labels": { [`f:x${index}`]: {} } } },
  });
}

function numbered<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.floor(length) }, (_, index) => make(index));
}

function reviewWith(metadata: Buffer): Partial<RawRequest> {
  const message = protobufField(1, metadata);
  return post(access, protobufType, protobufObject("authorization.k8s.io/v1", "SelfSubjectAccessReview", message));
}

/** Requests with hostile metadata in each format, and with what only protobuf has. */
export const metadataCases: Readonly<Record<string, () => Partial<RawRequest>>> = {
  ...Object.fromEntries(
    Object.entries(hostile).flatMap(([what, make]) =>
      Object.entries(formats).map(([format, request]) => [
        `${what} in ${format}`,
        () => request({ name: "x", ...make(many(format)) }),
      ]),
    ),
  ),
  "protobuf of 260,000 unknown fields": () => reviewWith(repeated(260_000, protobufField(99, ""))),
  "protobuf of a name, 260,000 times": () => reviewWith(repeated(260_000, protobufField(1, "a"))),
  "protobuf of 260,000 texts that are not UTF-8": () =>
    reviewWith(repeated(260_000, protobufField(14, Buffer.from("ffffffffffff", "hex")))),
  "protobuf of managed fields of depth 400,000": () => {
    const fields = `${'{"a":'.repeat(400_000)}1${"}".repeat(400_000)}`;
    return reviewWith(protobufField(17, protobufField(7, protobufField(1, fields))));
  },
};
