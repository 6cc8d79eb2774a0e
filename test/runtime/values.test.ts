import {
  canonicalBytes,
  canonicalIntOrString,
  compareKubeAwareVersionStrings,
  decodeBytes,
  encodeBytes,
  getScaledValueFromIntOrPercent,
  goQuote,
  parseIntOrString,
} from "@apimachinery/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { outcome, vectors } from "./vectors.js";

describe("int or string", () => {
  const { scaled, parse } = vectors("intorstring") as {
    scaled: [value: number | string, total: number, roundUp: boolean, result: number | null, error: string | null][];
    parse: [text: string, value: number | string][];
  };

  test("percentages", () => {
    const ours = scaled.map(([value, total, roundUp]) => [
      value,
      total,
      roundUp,
      ...outcome(() => getScaledValueFromIntOrPercent(value, total, roundUp)),
    ]);
    expect(ours).toEqual(scaled);
  });

  test("parse", () => {
    expect(parse.map(([text]) => [text, parseIntOrString(text)])).toEqual(parse);
  });

  test("numbers have 32 bits", () => {
    expect([2147483647, -2147483648, "2147483648"].map(canonicalIntOrString)).toEqual([
      2147483647,
      -2147483648,
      "2147483648",
    ]);
    for (const value of [2147483648, -2147483649, 1.5, NaN])
      expect(() => canonicalIntOrString(value)).toThrow(
        `cannot unmarshal number ${String(value)} into Go value of type int32`,
      );
  });
});

describe("bytes", () => {
  const { base64 } = vectors("bytes") as {
    base64: [text: string, result: string | null, error: string | null, data: number[] | null][];
  };

  test("base64 is read and written as by Go", () => {
    expect(
      base64.map(([text]) => [text, ...outcome(() => canonicalBytes(text)), outcome(() => [...decodeBytes(text)])[0]]),
    ).toEqual(base64);
  });

  test("encoded bytes are decoded to the same bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        const text = encodeBytes(data);
        expect(text).toBe(Buffer.from(data).toString("base64"));
        expect(decodeBytes(text)).toEqual(data);
        expect(canonicalBytes(text)).toBe(text);
      }),
    );
  });
});

describe("versions", () => {
  const { compare } = vectors("version") as { compare: [a: string, b: string, order: number][] };

  test("versions have Kubernetes' priority", () => {
    expect(compare.map(([a, b]) => [a, b, compareKubeAwareVersionStrings(a, b)])).toEqual(compare);
    expect(
      ["foo", "v1alpha1", "v10", "v2", "v1beta1", "v1", "v1beta2"].sort((a, b) => compareKubeAwareVersionStrings(b, a)),
    ).toEqual(["v10", "v2", "v1", "v1beta2", "v1beta1", "v1alpha1", "foo"]);
  });
});

test("quoting", () => {
  const { quote } = vectors("field") as { quote: [text: string, quoted: string][] };
  expect(quote.map(([text]) => [text, goQuote(text)])).toEqual(quote);
});
