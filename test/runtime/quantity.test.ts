import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  multiplyQuantity,
  negateQuantity,
  quantityOf,
  quantitySign,
  quantityToNumber,
  quantityValue,
  roundUpQuantity,
  subtractQuantities,
} from "@apimachinery/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { outcome, type Row, vectors } from "./vectors.js";

const { canonical, arithmetic, values } = vectors("quantity") as {
  canonical: Row[];
  arithmetic: [
    a: string,
    b: string,
    order: number,
    sum: string,
    difference: string,
    factor: number,
    product: string,
    scale: number,
    rounded: string,
  ][];
  values: [text: string, value: string, milliValue: string, float: number, sign: number][];
};

/**
 * Removes the exponent of an amount that is too large for the suffix E, because Go omits this
 * exponent. Go's number is therefore wrong.
 */
function asGoPrints(text: string | null, ...inputs: string[]): string | null {
  if (text === null || inputs.some((input) => /[eE][-+]?\d+$/.test(input))) return text;
  return text.replace(/e[23]\d$/, "");
}

describe("quantities as Go reads and writes them", () => {
  test("canonical strings and errors are Go's", () => {
    const ours = canonical.map(([text]) => {
      const [result, error] = outcome(() => canonicalQuantity(text));
      return [text, asGoPrints(result, text), error];
    });
    expect(ours).toEqual(canonical);
    expect(canonicalQuantity("1000E")).toBe("1e21");
  });

  test("arithmetic", () => {
    const ours = arithmetic.map(([a, b, , , , factor, , scale]) => [
      a,
      b,
      compareQuantities(a, b),
      asGoPrints(addQuantities(a, b), a, b),
      asGoPrints(subtractQuantities(a, b), a, b),
      factor,
      asGoPrints(multiplyQuantity(a, factor), a),
      scale,
      asGoPrints(roundUpQuantity(a, scale), a),
    ]);
    expect(ours).toEqual(arithmetic);
  });

  test("values", () => {
    const ours = values.map(([text]) => [
      text,
      String(quantityValue(text)),
      String(quantityValue(text, -3)),
      quantityToNumber(text),
      quantitySign(text),
    ]);
    expect(ours).toEqual(values);
  });

  // The expected values follow Go's documentation. Go itself returns 0 for `-1.5` and 1 for `-0.5`
  // if it stores the quantity as a big number.
  test("negative values are rounded away from zero", () => {
    expect([
      quantityValue("-1.5"),
      quantityValue("-0.5"),
      quantityValue("-1.5", -3),
      quantityValue("-5300000000000Ki"),
    ]).toEqual([-2n, -1n, -1500n, -5427200000000000n]);
  });
});

const suffixes = [
  "",
  "n",
  "u",
  "m",
  "k",
  "M",
  "G",
  "T",
  "P",
  "E",
  "Ki",
  "Mi",
  "Gi",
  "Ti",
  "Pi",
  "Ei",
  "e3",
  "E-3",
  "e1",
  "e-7",
];
const quantities = fc
  .tuple(
    fc.constantFrom("", "-", "+"),
    fc.bigInt(0n, 10n ** 20n),
    fc.option(fc.nat(10 ** 6)),
    fc.constantFrom(...suffixes),
  )
  .map(
    ([sign, integer, fraction, suffix]) =>
      `${sign}${String(integer)}${fraction === null ? "" : `.${String(fraction)}`}${suffix}`,
  );

describe("laws of quantities", () => {
  test("a canonical string stays canonical and has the same amount", () => {
    fc.assert(
      fc.property(quantities, (text) => {
        const once = canonicalQuantity(text);
        expect(canonicalQuantity(once)).toBe(once);
        expect(compareQuantities(text, once)).toBe(0);
      }),
    );
  });

  test("order and sign are consistent", () => {
    fc.assert(
      fc.property(quantities, quantities, (a, b) => {
        expect(compareQuantities(a, b)).toBe(0 - compareQuantities(b, a));
        expect(quantitySign(subtractQuantities(a, b))).toBe(compareQuantities(a, b));
        expect(compareQuantities(negateQuantity(negateQuantity(a)), a)).toBe(0);
      }),
    );
  });

  // As in Go, binary quantities are limited to 2^63 - 1. Larger sums are therefore not exact.
  const decimals = quantities.filter((text) => !text.endsWith("i"));
  const binaries = fc
    .tuple(fc.constantFrom("", "-"), fc.nat(1000), fc.constantFrom("Ki", "Mi", "Gi", "Ti", "Pi"))
    .map(([sign, integer, suffix]) => `${sign}${integer}${suffix}`);

  test.each([
    ["decimal", decimals],
    ["binary", binaries],
  ])("order, sum and difference of %s quantities are consistent", (_form, amounts) => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (a, b, c) => {
        expect(compareQuantities(addQuantities(a, c), addQuantities(b, c))).toBe(compareQuantities(a, b));
        expect(compareQuantities(subtractQuantities(addQuantities(a, b), b), a)).toBe(0);
      }),
    );
  });

  test("extreme exponents are cheap, or refused where they would be expensive", () => {
    expect(canonicalQuantity("1e-2147483647")).toBe("1e-9");
    expect(canonicalQuantity("12345678901234567890e2147483646")).toBe("12345678901234567890e2147483646");
    expect(compareQuantities("1e2147483647", "1e2147483646")).toBe(1);
    expect(() => addQuantities("1e2147483647", "1")).toThrow(RangeError);
    expect(() => quantityValue("1e2147483647")).toThrow(RangeError);
    expect(() => canonicalQuantity("1e4294967296")).toThrow("unable to parse quantity's suffix");
    expect(() => canonicalQuantity(`${"1".repeat(200_000)}x`)).toThrow("quantities must match the regular expression");
    expect(canonicalQuantity(`${"1".repeat(900)}000`)).toHaveLength(901);
  });

  test("quantities are created from numbers", () => {
    expect([
      quantityOf(1536, "BinarySI"),
      quantityOf(1500, "DecimalSI", -3),
      quantityOf(5n, "DecimalExponent", 6),
      quantityOf(2048n, "BinarySI"),
    ]).toEqual(["1536", "1500m", "5e6", "2Ki"]);
    expect(() => quantityOf(1.5)).toThrow(RangeError);
  });
});
