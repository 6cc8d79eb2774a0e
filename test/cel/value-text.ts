import { compareStrings } from "../../runtime/cel/evaluate/order.js";
import { timestampText } from "../../runtime/cel/evaluate/time-text.js";
import type { OpaqueValue } from "../../runtime/cel/evaluate/value.js";
import { QuantityValue } from "../../runtime/cel/functions/quantity.js";
import {
  CELBytes,
  CELDuration,
  CELOptional,
  CELTimestamp,
  CELType,
  CELUint,
  type CELOutput,
} from "../../runtime/cel/index.js";

/** Returns a value with its type, as the judge prints it. */
export function valueText(value: CELOutput): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `int(${String(value)})`;
  if (typeof value === "number") return `double(${bitsOf(value)})`;
  if (typeof value === "string") return `string(${value})`;
  if (value instanceof CELUint) return `uint(${String(value.value)})`;
  if (value instanceof CELBytes) return `bytes(${Buffer.from(value.value).toString("base64")})`;
  if (value instanceof CELDuration) return `duration(${String(value.nanoseconds)})`;
  if (value instanceof CELTimestamp) return `timestamp(${timestampText(value)})`;
  if (value instanceof CELType) return `type(${value.name})`;
  if (value instanceof CELOptional) return value.value === undefined ? "none" : `optional(${valueText(value.value)})`;
  if (value instanceof Map) return `{${entryTexts(value).join(", ")}}`;
  return isList(value) ? `[${value.map(valueText).join(", ")}]` : opaqueText(value as OpaqueValue);
}

function isList(value: CELOutput): value is readonly CELOutput[] {
  return Array.isArray(value);
}

function entryTexts(map: ReadonlyMap<CELOutput, CELOutput>): readonly string[] {
  return Array.from(map, ([key, value]) => `${valueText(key)}: ${valueText(value)}`).toSorted(compareStrings);
}

function bitsOf(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}

const names: Readonly<Record<string, string>> = {
  "kubernetes.NamedFormat": "format",
  "kubernetes.Semver": "semver",
  "kubernetes.URL": "url",
  "net.CIDR": "cidr",
  "net.IP": "ip",
};

function opaqueText(value: OpaqueValue): string {
  if (!(value instanceof QuantityValue)) return `${names[value.type.name] ?? ""}(${value.toString()})`;
  const { unscaled, exponent, format } = value.amount;
  return `quantity(${String(unscaled)} e${String(exponent)} ${format})`;
}
