import { unquote } from "../../engine/markers/grammar.js";
import type { Marker } from "../../engine/markers/marker.js";

/** Kind of a marker's value, as Kubernetes' marker grammar defines it. */
export type PayloadKind = "none" | "string" | "int" | "bool" | "tag";

/** Returns the kind of a marker's value. */
export function payloadKind({ value, then }: Marker): PayloadKind {
  if (then !== undefined) return "tag";
  if (value === undefined) return "none";
  if (/^[+-]?\d+$/.test(value)) return "int";
  return value === "true" || value === "false" ? "bool" : "string";
}

/** Returns the value of a marker without quotes; an empty string if it has no value. */
export function payloadString({ value = "" }: Marker): string {
  return unquote(value);
}

/**
 * Returns the positional argument of a marker, such as `name` in `+k8s:subfield("name")`; undefined
 * if it has none.
 */
export function positional({ args = [] }: Marker): string | undefined {
  const first = args.find(({ name }) => name === "");
  return first === undefined ? undefined : String(first.value);
}

/**
 * Returns a named argument of a marker, such as `source` in `+k8s:unionMember(union: "source")`;
 * undefined if it is absent.
 */
export function namedArgument({ args = [] }: Marker, name: string): string | undefined {
  const found = args.find((argument) => argument.name === name);
  return found === undefined ? undefined : String(found.value);
}

/** Returns a marker as a string for messages, with its arguments and the marker in its value. */
export function markerString({ name, args, value, then }: Marker): string {
  const list = args?.map((arg) => `${arg.name === "" ? "" : `${arg.name}: `}${JSON.stringify(arg.value)}`).join(", ");
  const head = `+${name}${list === undefined ? "" : `(${list})`}`;
  return then === undefined ? `${head}${value === undefined ? "" : `=${value}`}` : `${head}=${markerString(then)}`;
}
