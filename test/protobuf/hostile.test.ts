import fc from "fast-check";
import { CodecFactory, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { cborToJSON, decodeCBOR, encodeCBOR } from "@apimachinery/runtime/cbor";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { describe, expect, test } from "vitest";
import { Fuzz_Order } from "../shop/v1/zz_generated.fuzz.js";
import type { Order, Part } from "../shop/v1/types.js";
import { AddToScheme } from "../shop/v1/zz_generated.register.js";
import { sizeOf } from "../sizes.js";

/**
 * @file Damaged messages: bytes that are changed, inserted, removed or cut off. The reader must
 * return an object or throw its own error, in bounded time and memory. `MESSAGES` sets the number
 * of messages.
 */

const messages = sizeOf("MESSAGES");
const scheme = new Scheme("shop");
AddToScheme(scheme);
const codecs = new CodecFactory(scheme);
const version = { group: "shop.example.com", version: "v1" };

/** Numbers from 0 to `limit` - 1, the same in every run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function damaged(data: Uint8Array, random: (limit: number) => number): Uint8Array {
  let bytes = Array.from(data);
  for (let change = 0; change <= random(4); change++) {
    const at = random(bytes.length + 1);
    const kind = random(5);
    if (kind === 0) bytes[at] = random(256);
    else if (kind === 1) bytes.splice(at, 0, random(256));
    else if (kind === 2) bytes.splice(at, 1 + random(8));
    else if (kind === 3) bytes = bytes.slice(0, at);
    else bytes.splice(at, 0, 255, 255, 255, 255, random(256));
  }
  return Uint8Array.from(bytes);
}

const samples = fc.sample(Fuzz_Order(), { numRuns: 200, seed: 1 });

function attack(
  encode: (order: Order) => Uint8Array,
  read: (data: Uint8Array) => unknown,
): ReadonlyMap<string, number> {
  const random = randomNumbers(7);
  const outcomes = new Map<string, number>();
  const documents = samples.map(encode);
  for (let index = 0; index < messages; index++) {
    const data = damaged(documents[index % documents.length] ?? new Uint8Array(), random);
    let outcome = "read";
    try {
      read(data);
    } catch (error) {
      const { name, message } = error as Error;
      outcome = message.startsWith("unexpected GroupVersion string: ") ? "wrong apiVersion" : name;
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}

describe(`${messages} damaged messages`, () => {
  test("protobuf: each is an object or a known error", () => {
    const outcomes = attack(
      (order) => encodeProtobuf(scheme, order),
      (data) => decodeProtobuf(scheme, data),
    );
    const known = [
      "read",
      "wrong apiVersion",
      "MalformedProtobufError",
      "MissingKindError",
      "MissingVersionError",
      "NotRegisteredError",
    ];
    expect([...outcomes.keys()].filter((name) => !known.includes(name))).toEqual([]);
    expect(outcomes.get("read")).toBeGreaterThan(messages / 50);
    expect(outcomes.get("MalformedProtobufError")).toBeGreaterThan(messages / 50);
  });

  test("CBOR: each is a document or a known error", () => {
    const outcomes = attack(
      (order) => encodeCBOR(scheme, order),
      (data) => cborToJSON(data),
    );
    expect([...outcomes.keys()].toSorted()).toEqual(["CBORError", "read"]);
  });
});

test("objects are the same after they were written and read", () => {
  fc.assert(
    fc.property(Fuzz_Order(), (order) => {
      const data = encodeProtobuf(scheme, order);
      const back = decodeProtobuf(scheme, data);
      expect(encodeProtobuf(scheme, back)).toEqual(data);
      // The same object in the other formats.
      const inJSON = codecs
        .universalDeserializer()
        .decode(codecs.encoderForVersion(version).encode(order), { largeIntegers: "bigint" }).object;
      const document = encodeCBOR(scheme, order);
      expect(decodeCBOR(scheme, document, "strict", "bigint").value).toEqual(inJSON);
      expect(encodeProtobuf(scheme, inJSON)).toEqual(data);
    }),
  );
});

test("a message that is nested too deeply is refused", () => {
  let part: Part = { name: "a" };
  for (let depth = 0; depth < 200_000; depth++) part = { name: "a", parts: [part] };
  const order = { ...samples[0], spec: { ...samples[0]?.spec, parts: [part] } } as Order;
  expect(() => encodeProtobuf(scheme, order as RuntimeObject)).toThrow(RangeError);
  let data = Buffer.alloc(0);
  const varint = (value: number): readonly number[] =>
    value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
  const pieces: Buffer[] = [];
  let length = 0;
  for (let depth = 0; depth < 100_000; depth++) {
    const head = Buffer.from([18, ...varint(length)]);
    pieces.push(head);
    length += head.length;
  }
  data = Buffer.concat(pieces.toReversed());
  const inner = (tag: number, value: Buffer): Buffer =>
    Buffer.concat([Buffer.from([tag, ...varint(value.length)]), value]);
  const spec = inner(18, inner(74, data));
  const meta = inner(
    10,
    Buffer.concat([inner(10, Buffer.from("shop.example.com/v1")), inner(18, Buffer.from("Order"))]),
  );
  const envelope = Buffer.concat([Buffer.from("k8s\0"), meta, inner(18, spec)]);
  expect(() => decodeProtobuf(scheme, envelope)).toThrow("proto: exceeded max depth");
});
