import { unquote } from "../../engine/markers/grammar.js";
import type { Marker } from "../../engine/markers/marker.js";

/** The form of a marker's value, as Kubernetes' grammar of markers distinguishes them. */
export type PayloadKind = "none" | "string" | "int" | "bool" | "tag";

/** Returns the form of a marker's value. */
export function payloadKind({ value, then }: Marker): PayloadKind {
  if (then !== undefined) return "tag";
  if (value === undefined) return "none";
  if (/^[+-]?\d+$/.test(value)) return "int";
  return value === "true" || value === "false" ? "bool" : "string";
}

/** Returns the text of a marker's value without quotes; empty without a value. */
export function payloadText({ value = "" }: Marker): string {
  return unquote(value);
}

/** Returns the positional argument of a marker: `+k8s:subfield("name")`. */
export function positional({ args = [] }: Marker): string | undefined {
  const first = args.find(({ name }) => name === "");
  return first === undefined ? undefined : String(first.value);
}

/** Returns a named argument of a marker: `+k8s:unionMember(union: "source")`. */
export function named({ args = [] }: Marker, name: string): string | undefined {
  const found = args.find((argument) => argument.name === name);
  return found === undefined ? undefined : String(found.value);
}

/** Returns a marker with its arguments and the marker after it, for messages. */
export function markerText({ name, args, value, then }: Marker): string {
  const list = args?.map((arg) => `${arg.name === "" ? "" : `${arg.name}: `}${JSON.stringify(arg.value)}`).join(", ");
  const head = `+${name}${list === undefined ? "" : `(${list})`}`;
  return then === undefined ? `${head}${value === undefined ? "" : `=${value}`}` : `${head}=${markerText(then)}`;
}
