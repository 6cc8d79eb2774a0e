import { defineMarker } from "../../../engine/markers/define-marker.js";
import { parseBare } from "../../../engine/markers/parsers.js";
import { unquote } from "../../../engine/markers/grammar.js";
import type { Marker, MarkerDefinition, MarkerPlace } from "../../../engine/markers/marker.js";

/**
 * Definition of a marker in the table of one tool, which has the defaults for `owner` and `places`.
 */
export interface KnownMarker extends Omit<MarkerDefinition, "name" | "owner" | "places" | "example"> {
  readonly places?: readonly MarkerPlace[];
  /** The part of an example after `+` and the name; absent if these are enough. */
  readonly example?: string;
  /**
   * Names of the arguments that a marker of a validation rule can have; `""` is an argument without
   * a name. Absent if it has no arguments.
   */
  readonly args?: readonly string[];
}

type Details = Partial<Omit<KnownMarker, "value" | "description">>;

/**
 * Returns the definition of a marker without a value. It has no arguments, unless `args` lists
 * them.
 */
export function none(description: string, details: Details = {}): KnownMarker {
  return { value: "none", description, check: details.args === undefined ? bare : withoutValue, ...details };
}

/**
 * Returns the definition of a marker with a value.
 * @param value description of the value
 * @param example the part of an example after `+` and the name
 */
export function valued(value: string, example: string, description: string, details: Details = {}): KnownMarker {
  return { value, example, description, ...details };
}

/** Returns the definition of a marker whose value is true or false. */
export function booleanValue(example: string, description: string, details: Details = {}): KnownMarker {
  return valued("true or false", example, description, { check: checkBool, ...details });
}

/** Returns the definition of a marker whose value is another marker. */
export function chain(example: string, description: string, details: Details = {}): KnownMarker {
  return valued("a marker", example, description, { repeatable: true, check: checkChain, ...details });
}

/** Definitions of markers, by name. */
export type MarkerRows = Readonly<Record<string, KnownMarker>>;

/**
 * Returns the marker definitions of one tool.
 * @param places the places for definitions without `places`
 */
export function define(owner: string, places: readonly MarkerPlace[], rows: MarkerRows) {
  return Object.entries(rows).map(([name, { example = "", ...row }]) => ({
    name,
    owner,
    places,
    ...row,
    example: `+${name.replace("*", "")}${example}`,
  }));
}

/** Defines a marker without a value, which generators read. */
export function bareMarker(owner: string, name: string, places: readonly MarkerPlace[], description: string) {
  return defineMarker({ name, places, value: "none", description, example: `+${name}`, owner, parse: parseBare });
}

type Check = NonNullable<MarkerDefinition["check"]>;

/** Accepts any value. */
export const anyValue: Check = () => undefined;

/** Checks that a marker has no value. It can have arguments. */
export const withoutValue: Check = ({ value, then }) =>
  value === undefined && then === undefined ? undefined : "takes no value";

/** Checks that a marker has no value and no arguments. */
export const bare: Check = (marker) => (marker.args === undefined ? withoutValue(marker) : "takes no value");

export const some: Check = (marker) => (text(marker) === "" ? "needs a value" : undefined);

/** Checks that a marker has a value. A quoted empty string counts as a value. */
export const written: Check = ({ value = "" }) => (value === "" ? "needs a value" : undefined);

/** Checks that the value is a number, true, false, a name or a quoted string. */
export const payload: Check = ({ value = "" }) => {
  if (value === "") return "needs a value";
  return /^([+-]?\d\w*|[A-Za-z_][\w.:-]*|"[^]*"|`[^]*`)$/.test(value) ? undefined : "needs a string in double quotes";
};

/** Checks that the value is a number without quotes. */
export const number: Check = ({ value = "" }) =>
  /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? undefined : "needs a number";

/** Checks that the value is a decimal whole number without quotes, at least 0. */
export const count: Check = ({ value = "" }) => (/^\d+$/.test(value) ? undefined : "needs a whole number, 0 or more");

/**
 * Checks that the value is a whole number without quotes, at least 0. Accepts hexadecimal, octal
 * and binary numbers.
 */
export const natural: Check = ({ value = "" }) =>
  /^(\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(value) ? undefined : "needs a whole number, 0 or more";

/**
 * Checks that the value is a whole number without quotes. Accepts hexadecimal, octal and binary
 * numbers.
 */
export const integer: Check = ({ value = "" }) =>
  /^[+-]?(\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(value) ? undefined : "needs a whole number";

export const checkBool: Check = (marker) => (/^(true|false)$/.test(text(marker)) ? undefined : "needs true or false");

/** Checks that the value is absent, `true` or `false`. */
export const checkFlag: Check = (marker) => (marker.value === undefined ? undefined : checkBool(marker));

/** Returns a check that accepts only the given values. */
export function oneOf(...values: readonly string[]): Check {
  return (marker) => (values.includes(text(marker)) ? undefined : `needs one of ${values.join(", ")}`);
}

/** Checks that the value is a comma-separated list of the given values. */
export function someOf(...values: readonly string[]): Check {
  return (marker) =>
    text(marker)
      .split(",")
      .every((one) => values.includes(one))
      ? undefined
      : `needs one of ${values.join(", ")}`;
}

/** Checks that the value is another marker: `+name(…)=+marker`. */
const checkChain: Check = (marker) =>
  marker.then === undefined ? "needs a marker after it: =+k8s:required" : undefined;

function text(marker: Marker): string {
  return unquote(marker.value ?? "");
}
