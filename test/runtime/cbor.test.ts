import { Scheme, type RuntimeObject } from "@apimachinery/runtime";
import {
  CBORCodec,
  cborToJSON,
  decodeCBOR,
  encodeCBOR,
  isCBOR,
  jsonToCBOR,
  readCBOR,
} from "@apimachinery/runtime/cbor";
import { encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { describe, expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";

/**
 * @file The judge (test/cbor) compares documents with Go; these tests show the use and the errors.
 */

const scheme = new Scheme("cbor");
Install(scheme);
const pizza = {
  apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
  kind: "Pizza",
  metadata: { name: "margherita" },
  spec: { toppings: [{ name: "mozzarella", quantity: 1 }] },
  status: { cost: 8 },
};

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));

describe("objects", () => {
  test("an object becomes self-described CBOR with sorted keys, and floats of the smallest size", () => {
    const document = encodeCBOR(scheme, pizza);
    expect(isCBOR(document)).toBe(true);
    const text = Buffer.from(document).toString("latin1");
    const keys = ["Dkind", "Dspec", "Fstatus", "Hmetadata", "JapiVersion"].map((key) => text.indexOf(key));
    expect(keys).toEqual(keys.toSorted((a, b) => a - b));
    expect(keys).not.toContain(-1);
    // `cost` is a float64: 8 is f9 4800.
    expect(text).toContain("Dcost\xf9\x48\x00");
    // `quantity` is an integer.
    expect(text).toContain("Hquantity\x01");
    expect(decodeCBOR(scheme, document, "strict")).toEqual({ value: pizza, warnings: [] });
  });

  test("kinds of meta/v1 are known to every scheme", () => {
    const status = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Failure", code: 404 };
    const document = encodeCBOR(new Scheme("empty"), status);
    expect(decodeCBOR(new Scheme("empty"), document, "strict")).toEqual({ value: status, warnings: [] });
    expect(() => encodeCBOR(new Scheme("empty"), pizza)).toThrow('no kind "Pizza" is registered');
  });

  test("an object without kind or apiVersion is refused in CBOR and protobuf", () => {
    for (const encode of [encodeCBOR, encodeProtobuf]) {
      const write = (object: object) => () => encode(scheme, object as RuntimeObject);
      expect(write({ type: "ADDED" })).toThrow(`Object 'Kind' is missing in '{"type":"ADDED"}'`);
      expect(write({ kind: "Pizza" })).toThrow(`Object 'apiVersion' is missing in '{"kind":"Pizza"}'`);
    }
  });

  test("a list has the bytes of its objects, without kind and apiVersion", () => {
    const kinds = { apiVersion: pizza.apiVersion, kind: "Pizza", listKind: "PizzaList", itemsHaveKind: false };
    const toppings = Array.from({ length: 300 }, (_, quantity) => ({ name: "basil", quantity }));
    const wide = { ...pizza, ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x${n}`, n])) };
    for (const items of [[], [pizza, { ...pizza, spec: { toppings } }], [wide]])
      for (const itemsHaveKind of [false, true]) {
        const codec = new CBORCodec(scheme, { ...kinds, itemsHaveKind });
        const list = codec.writeList(
          { resourceVersion: "7" },
          items.map((item) => codec.write(item)),
        );
        const whole = { kind: "PizzaList", apiVersion: pizza.apiVersion, metadata: { resourceVersion: "7" } };
        const bare = items.map(({ kind, apiVersion, ...rest }) =>
          itemsHaveKind ? { kind, apiVersion, ...rest } : rest,
        );
        expect(readCBOR(list).value).toEqual({ ...whole, items: bare });
      }
  });

  test("unknown fields are treated as in JSON", () => {
    const document = jsonToCBOR({ ...pizza, colour: "red" });
    expect(decodeCBOR(scheme, document, "ignore").value).toEqual(pizza);
    expect(decodeCBOR(scheme, document, "warn").warnings).toEqual(['unknown field "colour"']);
    expect(() => decodeCBOR(scheme, document, "strict")).toThrow('strict decoding error: unknown field "colour"');
  });

  test.each([
    [
      "two equal keys",
      hex("a2 44 6b696e64 41 61 44 6b696e64 41 61"),
      'cbor: found duplicate map key "kind" at map element index 1',
    ],
    ["no document", hex(""), "unexpected EOF"],
    ["a document that ends early", encodeCBOR(scheme, pizza).subarray(0, 40), "unexpected EOF"],
    ["more than a document", hex("a0 a0"), "cbor: 1 bytes of extraneous data starting at index 1"],
    ["a value of a wrong type", jsonToCBOR({ ...pizza, spec: { toppings: "salami" } }), "cannot unmarshal string"],
    [
      "a fraction in an integer",
      jsonToCBOR({ ...pizza, spec: { toppings: [{ name: "a", quantity: 1.5 }] } }),
      "number 1.5",
    ],
    ["no kind", jsonToCBOR({ apiVersion: "v1" }), "Object 'Kind' is missing"],
    ["an unknown kind", jsonToCBOR({ apiVersion: "v1", kind: "Pasta" }), 'no kind "Pasta" is registered'],
  ])("refuses %s", (_, document, message) => {
    expect(() => decodeCBOR(scheme, document, "strict")).toThrow(message);
  });

  test("numbers that JSON does not have are not written", () => {
    const infinite = { ...pizza, status: { cost: Infinity } };
    expect(() => encodeCBOR(scheme, infinite)).toThrow("cbor: Infinity is not a number of JSON");
  });
});

describe("documents without a type", () => {
  test.each([
    ["a float keeps its fraction", "f9 3c00", "1.0"],
    ["a 64-bit integer keeps its digits", "1b 7fffffffffffffff", "9223372036854775807"],
    ["bytes are a text", "43 616263", '"abc"'],
    ["bytes with tag 22 are base64", "d6 43 616263", '"YWJj"'],
    ["a time in seconds is a text", "c1 1a 514b67b0", '"2013-03-21T20:04:00Z"'],
    ["strings in chunks are joined", "7f 61 61 61 62 ff", '"ab"'],
  ])("%s", (_, document, json) => {
    expect(cborToJSON(hex(document))).toBe(json);
  });

  test.each([
    ["text that is not UTF-8", "61 ff", "the text string at byte 0 is not valid UTF-8"],
    ["NaN", "f9 7e00", "the number at byte 0 is NaN, which is not accepted"],
    ["a bignum", "c2 41 01", "the number at byte 0 is a bignum (tag 2), which is not accepted"],
    [
      "an integer of 65 bits",
      "1b ffffffffffffffff",
      "the number at byte 0 is 18446744073709551615, which overflows int64",
    ],
    ["a key that is a number", "a1 01 02", "the key at byte 1 is 1, not a string"],
    ["an end without a start", "82 01 ff", 'unexpected "break" code at byte 2'],
    ["undefined", "f7", "simple value undefined at byte 0 is not true, false or null"],
  ])("refuses %s", (_, document, message) => {
    expect(() => cborToJSON(hex(document))).toThrow(`cbor: ${message}`);
  });

  test("refuses more than 10,000 levels, without an overflow of the stack", () => {
    expect(cborToJSON(new Uint8Array(10_000).fill(0x80, -1).fill(0x81, 0, -1))).toHaveLength(20_000);
    expect(() => cborToJSON(new Uint8Array(1_000_000).fill(0x81))).toThrow("cbor: exceeded max nested level 10000");
  });

  test("a length that the document does not have costs nothing", () => {
    expect(() => cborToJSON(hex("9a ffffffff 01"))).toThrow("unexpected EOF");
    expect(() => cborToJSON(hex("5a ffffffff 01"))).toThrow("unexpected EOF");
  });
});
