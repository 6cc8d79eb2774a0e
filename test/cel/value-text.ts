import { printed } from "../../runtime/cel/values/describe.js";
import { compareByCodePoints } from "../../runtime/util/compare-keys.js";
import { SchemaMap } from "../../runtime/cel/values/schema-map.js";
import { timestampString } from "../../runtime/cel/values/time-text.js";
import {
  EvaluationError,
  ListValue,
  MapValue,
  type OpaqueValue,
  type Result,
  type Value,
} from "../../runtime/cel/values/value.js";
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

/** Returns a result, or its value for users, with its type, as the judge prints it. */
export function valueText(value: Result | CELOutput): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `int(${String(value)})`;
  if (typeof value === "number") return `double(${bitsOf(value)})`;
  if (typeof value === "string") return `string(${value})`;
  if (value instanceof EvaluationError) return `error(${value.message})`;
  if (value instanceof CELUint) return `uint(${String(value.value)})`;
  if (value instanceof CELBytes) return `bytes(${Buffer.from(value.value).toString("base64")})`;
  if (value instanceof CELDuration) return `duration(${String(value.nanoseconds)})`;
  if (value instanceof CELTimestamp) return `timestamp(${timestampString(value)})`;
  if (value instanceof CELType) return `type(${value.name})`;
  if (value instanceof CELOptional) return value.value === undefined ? "none" : `optional(${valueText(value.value)})`;
  return collectionText(value) ?? opaqueText(value as OpaqueValue);
}

function collectionText(value: (Result | CELOutput) & object): string | undefined {
  if (value instanceof ListValue) return `[${Array.from(value, valueText).join(", ")}]`;
  if (isList(value)) return `[${value.map(valueText).join(", ")}]`;
  const entries =
    value instanceof MapValue ? entriesOf(value) : value instanceof Map ? outputEntries(value) : undefined;
  return entries && `{${entries.toSorted(compareByCodePoints).join(", ")}}`;
}

function isList(value: Result | CELOutput): value is readonly CELOutput[] {
  return Array.isArray(value);
}

/** Unknown properties have the key null, and a property with the value null is not set. */
function entriesOf(map: MapValue): readonly string[] {
  const keys = Array.from(map.keys()).filter((key) => key !== null || !(map instanceof SchemaMap));
  return keys.map((key) => `${valueText(key)}: ${entryText(map.get(key), key)}`);
}

function entryText(value: Result | undefined, key: Value): string {
  return valueText(value === undefined ? new EvaluationError(`no such key: ${printed(key)}`) : value);
}

function outputEntries(map: ReadonlyMap<CELOutput, CELOutput>): readonly string[] {
  return Array.from(map, ([key, value]) => `${valueText(key)}: ${valueText(value)}`);
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
  const name = value.type.name;
  if (value instanceof QuantityValue) {
    const { unscaled, exponent, format } = value.amount;
    return `quantity(${String(unscaled)} e${String(exponent)} ${format})`;
  }
  return Object.hasOwn(names, name) ? `${names[name] ?? ""}(${value.toString()})` : name;
}
