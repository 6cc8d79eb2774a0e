import { fileURLToPath } from "node:url";
import { decodeJSON, encodeObject, Scheme, type RuntimeObject, type Schema } from "@apimachinery/runtime";
import { decodeCBOR, encodeCBOR } from "@apimachinery/runtime/cbor";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import protobufjs from "protobufjs";
import type { Pod, PodList } from "../apis/workloads/v1/types.js";
import { AddToScheme } from "../apis/workloads/v1/zz_generated.register.js";
import { PodListSchema, PodSchema } from "../apis/workloads/v1/zz_generated.schema.js";
import { podTexts } from "../samples/pod.js";
import type { Run } from "./job.js";

/** An object, and its bytes in each format. */
interface Encoded<T> {
  readonly object: T;
  readonly json: string;
  readonly protobuf: Uint8Array;
  readonly cbor: Uint8Array;
  /** The message within `protobuf`, and its object as protobufjs decodes it. */
  readonly raw: Uint8Array;
  readonly message: protobufjs.Message;
}

const scheme = new Scheme("bench");
AddToScheme(scheme);

/** Jobs that write and read a Pod, and a list of 500, as protobuf, JSON and CBOR. */
export function encodingJobs(run: Run): void {
  const texts = podTexts(500, 16);
  const pods = texts.map((text) => decodeJSON(PodSchema, text, "ignore").value);
  const list: PodList = { apiVersion: "bench.example.com/v1", kind: "PodList", metadata: {}, items: pods };
  const root = loadRoot();
  compareFormats<Pod>(run, root, "pod", pods.slice(0, 256), PodSchema);
  compareFormats<PodList>(run, root, "list of 500 pods", [list], PodListSchema);
}

function compareFormats<T extends RuntimeObject>(
  run: Run,
  root: protobufjs.Root,
  name: string,
  objects: readonly T[],
  schema: Schema<T>,
): void {
  const type = root.lookupType(`bench.example.com.v1.${objects[0]?.kind ?? ""}`);
  const inputs = objects.map((object) => encodedIn(object, schema, type));
  const mean = (size: (input: Encoded<T>) => number) =>
    Math.round(inputs.reduce((sum, input) => sum + size(input), 0) / inputs.length);
  const sizes = `protobuf ${mean(({ protobuf }) => protobuf.length)}, JSON ${mean(({ json }) => Buffer.byteLength(json))}, CBOR ${mean(({ cbor }) => cbor.length)} bytes`;
  run({
    title: `Encode: ${name}, ${sizes}`,
    inputs,
    candidates: [
      { name: "encodeProtobuf", run: ({ object }) => encodeProtobuf(scheme, object), isDifferent: true },
      { name: "protobufjs, its own objects", run: ({ message }) => type.encode(message).finish(), isDifferent: true },
      { name: "encodeObject, JSON", run: ({ object }) => Buffer.from(encodeObject(schema, object)), isDifferent: true },
      { name: "JSON.stringify", run: ({ object }) => Buffer.from(JSON.stringify(object)), isDifferent: true },
      { name: "encodeCBOR", run: ({ object }) => encodeCBOR(scheme, object), isDifferent: true },
    ],
  });
  run({
    title: `Decode: ${name}, ${sizes}`,
    inputs,
    candidates: [
      { name: "decodeProtobuf", run: ({ protobuf }) => decodeProtobuf(scheme, protobuf) },
      { name: "protobufjs, its own objects", run: ({ raw }) => type.decode(raw), isDifferent: true },
      { name: "decodeJSON, ignore", run: ({ json }) => decodeJSON(schema, json, "ignore").value },
      { name: "JSON.parse, checks nothing", run: ({ json }): unknown => JSON.parse(json), isDifferent: true },
      { name: "decodeCBOR", run: ({ cbor }) => decodeCBOR(scheme, cbor, "ignore").value },
    ],
  });
}

function encodedIn<T extends RuntimeObject>(object: T, schema: Schema<T>, type: protobufjs.Type): Encoded<T> {
  const protobuf = encodeProtobuf(scheme, object);
  const raw = rawOf(protobuf);
  const json = encodeObject(schema, object);
  return { object, json, protobuf, raw, cbor: encodeCBOR(scheme, object), message: type.decode(raw) };
}

/** Returns the second field of the envelope, runtime.Unknown. */
function rawOf(envelope: Uint8Array): Uint8Array {
  const reader = protobufjs.Reader.create(envelope.subarray(4));
  reader.uint32();
  reader.bytes();
  reader.uint32();
  return reader.bytes();
}

/** Loads generated.proto, as programs in other languages do. */
function loadRoot(): protobufjs.Root {
  const folder = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
  const folders = ["runtime/proto/", "runtime/generated/proto/"].map(folder);
  const root = new protobufjs.Root();
  root.resolvePath = (_, target) => {
    if (target.startsWith("/")) return target;
    return `${folders[target.startsWith("meta.k8s.io/") ? 1 : 0] ?? ""}${target}`;
  };
  return root.loadSync(folder("generated/proto/bench.example.com/v1/generated.proto"), { keepCase: true });
}
