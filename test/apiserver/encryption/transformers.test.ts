import { describe, expect, test } from "vitest";
import {
  aesCBC,
  aesGCM,
  identity,
  PrefixTransformers,
  secretbox,
  type Transformation,
  type Transformer,
} from "../../../apiserver/storage/index.js";

const secret = Buffer.alloc(32, 7);
const other = Buffer.alloc(32, 8);
const place = { key: Buffer.from("/registry/group/pods/a"), resource: "pods.group" };
const elsewhere = { ...place, key: Buffer.from("/registry/group/pods/b") };

const providers: Readonly<Record<string, (key: Buffer) => Transformer | Promise<Transformer>>> = {
  aescbc: aesCBC,
  aesgcm: aesGCM,
  secretbox,
};

/** Values that Go's transformers have written with the key `secret` for the key of `place`. */
const fromGo: Readonly<Record<string, string>> = {
  aescbc: "6SrSYOFSJ0pmppFI2Y8brgqavIVdp6K5MUzyeWjoBRDwvFGwm0i4+uikurihks0J",
  aesgcm: "LPkRf3JR1GcJG/HEhVnNcE0yUr6S6Ex8I+RKoVVrZ7VrmC0N8Ldpi+nFH1k=",
  secretbox: "LZ4N9lpKjn3DIFyWsKEenJx042PvFd2OHAJ+YqfUxVz1J1a3VPvR3nctH4klXztLMgeGBD/VtdI=",
};

describe.each(Object.entries(providers))("%s", (name, create) => {
  test("a value is decrypted, and each encryption has other bytes", async () => {
    const transformer = await create(secret);
    for (const length of [0, 1, 15, 16, 17, 100_000]) {
      const value = Buffer.alloc(length, "x");
      const [first, second] = [transformer.encrypt(value, place), transformer.encrypt(value, place)];
      expect(first.equals(second)).toBe(false);
      for (const stored of [first, second]) expect(transformer.decrypt(stored, place).value.equals(value)).toBe(true);
    }
  });

  test("a value that Go has encrypted is decrypted", async () => {
    const { value } = (await create(secret)).decrypt(Buffer.from(fromGo[name] ?? "", "base64"), place);
    expect(value.toString()).toBe("a value from Go\n");
  });

  test("another key, a short value and changed bytes are errors, and cause no exception of another kind", async () => {
    const stored = (await create(secret)).encrypt(Buffer.from("value"), place);
    const reader = await create(other);
    const messages = /cipher: message|PKCS7|invalid padding|was shorter|multiple of the block|large enough/;
    expect(() => reader.decrypt(stored, place)).toThrow(messages);
    for (let length = 0; length < stored.length; length++)
      expect(() => reader.decrypt(stored.subarray(0, length), place)).toThrow(messages);
  });
});

// SECURITY.md lists these properties.
test.each([
  ["aescbc", { moved: "value", changed: "walue" }],
  ["aesgcm", { moved: "refused", changed: "refused" }],
  ["secretbox", { moved: "value", changed: "refused" }],
])("%s: a value that was moved to another key, and one with a changed byte: %j", async (name, found) => {
  const transformer = await providers[name]?.(secret);
  const stored = transformer?.encrypt(Buffer.from("value"), place) ?? Buffer.alloc(0);
  const readAt = (at: typeof place): string => {
    try {
      return String(transformer?.decrypt(stored, at).value);
    } catch (error) {
      expect((error as Error).message).toMatch(/cipher: message authentication failed|large enough/);
      return "refused";
    }
  };
  const moved = readAt(elsewhere);
  stored[0] = (stored[0] ?? 0) ^ 1;
  expect({ moved, changed: readAt(place) }).toEqual(found);
});

test("keys of AES can have 16, 24 and 32 bytes", () => {
  for (const create of [aesGCM, aesCBC])
    for (const size of [16, 24, 32]) {
      const transformer = create(Buffer.alloc(size, 1));
      expect(transformer.decrypt(transformer.encrypt(Buffer.from("v"), place), place).value.toString()).toBe("v");
    }
});

describe("several providers", () => {
  const recorded: Transformation[] = [];
  const chain = (...entries: readonly [string, Transformer][]) => {
    const [first, ...more] = entries.map(([prefix, transformer]) => ({ prefix, transformer }));
    if (first === undefined) throw new Error("no entries");
    return new PrefixTransformers({
      entries: [first, ...more],
      noMatch: "no matching prefix found",
      onTransformation: (transformation) => recorded.push(transformation),
    });
  };
  const shown = () => recorded.splice(0).map(({ type, prefix, hasFailed }) => [type, prefix, hasFailed]);

  test("the first one encrypts, and the one with the prefix decrypts", () => {
    const gcm = chain(["gcm:", aesGCM(secret)], ["cbc:", aesCBC(secret)]);
    const stored = gcm.encrypt(Buffer.from("value"), place);
    expect(stored.subarray(0, 4).toString()).toBe("gcm:");
    const cbc = chain(["cbc:", aesCBC(secret)], ["gcm:", aesGCM(secret)]);
    const { value, writer } = cbc.decrypt(stored, place);
    expect([value.toString(), writer === gcm.writer, writer === cbc.writer]).toEqual(["value", true, false]);
    expect(shown()).toEqual([
      ["to_storage", "gcm:", false],
      ["from_storage", "gcm:", false],
    ]);
  });

  test("with one prefix, the next one is tried after a failure; all failures are reported", () => {
    const stored = chain(["gcm:", aesGCM(secret)]).encrypt(Buffer.from("value"), place);
    const both = chain(["gcm:", aesGCM(other)], ["gcm:", aesGCM(secret)]);
    expect(both.decrypt(stored, place).value.toString()).toBe("value");
    recorded.splice(0);
    expect(() => chain(["gcm:", aesGCM(other)]).decrypt(stored, place)).toThrow(
      "cipher: message authentication failed",
    );
    expect(shown()).toEqual([["from_storage", "gcm:", true]]);
  });

  test("identity reads plain values only, and an unknown prefix is an error", () => {
    const plain = chain(["gcm:", aesGCM(secret)], ["", identity]);
    expect(plain.decrypt(Buffer.from("{}"), place).value.toString()).toBe("{}");
    const sealed = Buffer.from("k8s:enc:aesgcm:v1:one:xyz");
    expect(() => plain.decrypt(sealed, place)).toThrow("no matching prefix found");
    expect(shown()).toEqual([
      ["from_storage", "identity", false],
      ["from_storage", "unknown", true],
    ]);
    expect(() => identity.decrypt(sealed, place)).toThrow("identity transformer tried to read encrypted data");
  });
});
