import { compareAmounts, scaleTo, signOf, type Amount } from "../../quantity/amount.js";
import { formatQuantity } from "../../quantity/format.js";
import { parseQuantity, parseQuantityString, type ParsedQuantity } from "../../quantity/parse.js";
import { noSuchOverload } from "../values/equality.js";
import { EvaluationError, OpaqueValue, type Result } from "../values/value.js";
import { struct } from "../types/type.js";
import { parsedBy, succeeds } from "../values/attempt.js";
import { comparisonsOf, type Functions } from "./declaration.js";

/** An amount in one of the two representations that Go's resource.Quantity has. */
interface GoQuantity extends ParsedQuantity {
  /**
   * True for an integer of 64 bits with an exponent; false for an arbitrary decimal, for which
   * `isInteger()` always returns false.
   */
  readonly isFast: boolean;
}

export class QuantityValue extends OpaqueValue {
  readonly type = quantityType;
  readonly amount: GoQuantity;
  readonly isComputed: boolean;

  constructor(amount: GoQuantity, isComputed: boolean) {
    super();
    this.amount = amount;
    this.isComputed = isComputed;
  }

  /**
   * Reports whether two quantities are equal. As in Go, returns an error if `other` is a computed
   * quantity: only parsed quantities can be the second operand of a comparison.
   */
  override equals(other: OpaqueValue): boolean | EvaluationError {
    if (!(other instanceof QuantityValue) || other.isComputed) return noSuchOverload;
    return compareAmounts(this.amount, other.amount) === 0;
  }

  override toString(): string {
    return formatQuantity(this.amount);
  }
}

const type = "kubernetes.Quantity";
const quantityType = struct(type);

/** The functions of quantities. */
export const quantityFunctions: Functions = {
  [`quantity_add = (${type}).add(${type}): ${type}`]: (a: QuantityValue, b: QuantityValue) => computed(a, b.amount, 1n),
  [`quantity_add_int = (${type}).add(int): ${type}`]: (a: QuantityValue, b: bigint) => computed(a, amountOf(b), 1n),
  [`quantity_get_float = (${type}).asApproximateFloat(): double`]: approximate,
  [`quantity_get_int = (${type}).asInteger(): int`]: ({ amount }: QuantityValue) =>
    integerOf(amount) ?? new EvaluationError("cannot convert value to integer"),
  ...comparisonsOf("quantity", type, (a: QuantityValue, b: QuantityValue) =>
    BigInt(compareAmounts(a.amount, b.amount)),
  ),
  [`quantity_is_integer = (${type}).isInteger(): bool`]: ({ amount }: QuantityValue) => integerOf(amount) !== undefined,
  "is_quantity_string = isQuantity(string): bool": (text: string) => succeeds(() => parseQuantity(text)),
  [`string_to_quantity = quantity(string): ${type}`]: quantityOf,
  [`quantity_sign = sign(${type}): int`]: ({ amount }: QuantityValue) => BigInt(signOf(amount.unscaled)),
  [`quantity_sub = (${type}).sub(${type}): ${type}`]: (a: QuantityValue, b: QuantityValue) =>
    computed(a, b.amount, -1n),
  [`quantity_sub_int = (${type}).sub(int): ${type}`]: (a: QuantityValue, b: bigint) => computed(a, amountOf(b), -1n),
};

function quantityOf(text: string): Result {
  return parsedBy(() => {
    const { quantity: parsed, isFast } = parseQuantityString(text);
    const { unscaled, exponent, format } = isFast ? parsed : rescaled(parsed);
    return new QuantityValue({ unscaled, exponent, format, isFast }, false);
  });
}

/**
 * Rounds an arbitrary decimal to billionths as Go does, so that its fraction has nine digits. Does
 * not round zero or the largest and smallest quantities in binary format.
 */
function rescaled(parsed: ParsedQuantity): ParsedQuantity {
  const { unscaled, exponent, format } = parsed;
  const isLimit = format === "BinarySI" && exponent === 0 && (unscaled === largest || unscaled === -largest);
  return isLimit || unscaled === 0n ? parsed : { unscaled: scaleTo(parsed, -9), exponent: -9, format };
}

const largest = 2n ** 63n - 1n;

function amountOf(integer: bigint): GoQuantity {
  return { unscaled: integer, exponent: 0, format: "DecimalExponent", isFast: true };
}

/**
 * Returns the sum of two quantities; their difference if `sign` is -1n. Returns an error if the
 * result needs too many digits.
 */
function computed({ amount: a }: QuantityValue, b: GoQuantity, sign: 1n | -1n): Result {
  const format = a.unscaled === 0n ? b.format : a.format;
  const fast = a.isFast && b.isFast ? fastSum(a, { ...b, unscaled: BigInt.asIntN(64, sign * b.unscaled) }) : undefined;
  return parsedBy(() => {
    const sum = fast ?? exactSum(a, { ...b, unscaled: sign * b.unscaled });
    return new QuantityValue({ ...sum, format, isFast: fast !== undefined }, true);
  });
}

/** Returns the sum if all numbers fit into 64 bits; otherwise undefined. */
function fastSum(a: Amount, b: Amount): Amount | undefined {
  if (b.unscaled === 0n) return a;
  if (a.unscaled === 0n) return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const [left, right] = [a, b].map((amount) => scaledWithin64Bits(amount, amount.exponent - exponent));
  if (left === undefined || right === undefined) return undefined;
  const unscaled = within64Bits(left + right);
  return unscaled === undefined ? undefined : { unscaled, exponent };
}

function scaledWithin64Bits({ unscaled }: Amount, zeros: number): bigint | undefined {
  if (zeros === 0 || unscaled === 0n) return unscaled;
  return zeros > 18 ? undefined : within64Bits(unscaled * 10n ** BigInt(zeros));
}

/**
 * Returns the exact sum of two amounts.
 *
 * @throws RangeError for a sum with more than ten thousand zeros
 */
function exactSum(a: Amount, b: Amount): Amount {
  const exponent = Math.min(a.exponent, b.exponent);
  return { unscaled: scaleTo(a, exponent) + scaleTo(b, exponent), exponent };
}

/** Returns a quantity as an int; undefined for a quantity that Go does not convert. */
function integerOf(amount: GoQuantity): bigint | undefined {
  return amount.isFast && amount.exponent >= 0 ? scaledWithin64Bits(amount, amount.exponent) : undefined;
}

function within64Bits(number: bigint): bigint | undefined {
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

/** Returns the same double as Go, which is not always the double nearest to the quantity. */
function approximate({ amount: { unscaled, exponent } }: QuantityValue): number {
  return exponent === 0 ? Number(unscaled) : Number(unscaled) * powerOfTen(exponent);
}

/** Returns a power of ten as Go's math.Pow10 does: the product of values from two tables. */
function powerOfTen(exponent: number): number {
  if (exponent < -323) return 0;
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  const size = Math.abs(exponent);
  const [high, low] = [size - (size % 32), size % 32].map((part) =>
    Number(`1e${exponent < 0 && part >= 32 ? "-" : ""}${String(part)}`),
  );
  return exponent < 0 ? (high ?? 1) / (low ?? 1) : (high ?? 1) * (low ?? 1);
}
