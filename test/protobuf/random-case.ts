import { eventGroup, leaseGroup, namespaceGroup } from "@apimachinery/apiserver";
import { CodecFactory, Scheme } from "@apimachinery/runtime";
import { encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { Install as InstallAuthentication } from "../../apiserver/groups/authentication/zz_generated.install.js";
import { Install as InstallAuthorization } from "../../apiserver/groups/authorization/zz_generated.install.js";
import { Random } from "../fuzz/random.js";
import { randomObject } from "./random-object.js";

/** Objects to convert. */
export interface ProtobufCase {
  readonly steps: readonly ProtobufStep[];
}

/** An object in protobuf as hexadecimal digits, or as JSON. */
export type ProtobufStep = { readonly protobuf: string } | { readonly json: unknown };

/** The kinds of the ready-made groups. */
export const scheme = new Scheme("judge");
for (const { install } of [namespaceGroup, eventGroup, leaseGroup]) install(scheme);
InstallAuthentication(scheme);
InstallAuthorization(scheme);
export const codecs = new CodecFactory(scheme);

const kinds = [
  ["", "v1", "Namespace", "NamespaceList", "Secret", "SecretList", "Event", "EventList"],
  ["events.k8s.io", "v1", "Event", "EventList"],
  ["coordination.k8s.io", "v1", "Lease", "LeaseList"],
  ["authentication.k8s.io", "v1", "SelfSubjectReview"],
  ["authorization.k8s.io", "v1", "SubjectAccessReview", "SelfSubjectRulesReview"],
].flatMap(([group = "", version = "", ...names]) => names.map((kind) => ({ group, version, kind })));

/** Returns the case of a seed: objects, and protobuf with random mistakes. */
export function randomCase(seed: number): ProtobufCase {
  const random = new Random(seed);
  const steps = Array.from({ length: 10 }, () => {
    const json = randomObject(random, scheme.schemaFor(random.pick(kinds)));
    return random.chance(0.5) ? { json } : { protobuf: damaged(random, encoded(json)).toString("hex") };
  });
  return { steps };
}

/** Returns the protobuf of an object in JSON. */
export function encoded(json: unknown): Buffer {
  const { object } = codecs.universalDeserializer().decode(JSON.stringify(json));
  return Buffer.from(encodeProtobuf(scheme, object));
}

/** Pieces of messages: unknown fields, numbers of any length, groups, wrong types. */
const pieces = [
  "fa0700",
  "f87f01",
  "ffffffffffffffffff01",
  "0b0c",
  "0a00",
  "1200",
  "1a020a00",
  "08",
  "80",
  "0d00000000",
];

/** Changes, removes, repeats or inserts up to three parts of a message. */
export function damaged(random: Random, whole: Buffer): Buffer {
  let bytes = whole;
  for (let changes = random.int(4); changes > 0; changes--) {
    const at = random.int(bytes.length + 1);
    const end = Math.min(bytes.length, at + random.int(4));
    const inserted = random.pick([
      Buffer.alloc(0),
      random.bytes(random.int(3)),
      Buffer.from(random.pick(pieces), "hex"),
      bytes.subarray(at, at + random.int(40)),
    ]);
    bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(end)]);
  }
  return bytes.length === 0 ? Buffer.from([0]) : bytes;
}
