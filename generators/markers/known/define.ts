import { unquote } from "../../../engine/markers/grammar.js";
import type { Marker, MarkerDefinition, MarkerPlace } from "../../../engine/markers/marker.js";

/**
 * Definition of a marker in the table of one tool, which has the defaults for `owner` and `places`.
 */
export interface KnownMarker extends Omit<MarkerDefinition, "owner" | "places" | "example"> {
  readonly places?: readonly MarkerPlace[];
  /** Example of the marker; absent if `+` and the name are enough. */
  readonly example?: string;
}

/**
 * Returns the marker definitions of one tool.
 * @param places the places for definitions without `places`
 */
export function define(
  owner: string,
  places: readonly MarkerPlace[],
  rows: readonly KnownMarker[],
): MarkerDefinition[] {
  return rows.map((row) => ({ ...row, owner, places: row.places ?? places, example: row.example ?? `+${row.name}` }));
}

type Check = NonNullable<MarkerDefinition["check"]>;

/** Checks that a marker has no value and no arguments. */
export const bare: Check = ({ value, args, then }) =>
  value === undefined && args === undefined && then === undefined ? undefined : "takes no value";

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

export const checkJSON: Check = (marker) => {
  try {
    JSON.parse(marker.value ?? "");
    return undefined;
  } catch {
    return "needs a JSON value";
  }
};

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
export const checkChain: Check = (marker) =>
  marker.then === undefined ? "needs a marker after it: =+k8s:required" : undefined;

function text(marker: Marker): string {
  return unquote(marker.value ?? "");
}
