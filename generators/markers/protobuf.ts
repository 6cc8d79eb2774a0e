import { defineMarker, type Parsed } from "../../engine/markers/define-marker.js";
import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "protobuf";
const maxNumber = 536_870_911;

/** Marker that requests protobuf for the types of a package. */
export const protobufGen = defineMarker({
  name: "k8s:protobuf-gen",
  places: ["package"],
  value: "`package`",
  description:
    "Generates `generated.proto`, and the functions that write and read the types of the folder as protobuf; `false` disables it.",
  example: "+k8s:protobuf-gen=package",
  owner,
  parse: ({ value = "" }): Parsed<boolean> =>
    value === "package" || value === "false"
      ? { value: value === "package" }
      : { fault: "must be `package` or `false`" },
});

/**
 * Marker for the protobuf number of a property. The value `false` excludes a property or type from
 * protobuf.
 */
export const protobufField = defineMarker({
  name: "protobuf",
  places: ["type", "field"],
  value: "on a property, its number or `false`; on a type, `true` or `false`",
  description: "The number of the property in `generated.proto`; `false` excludes the property or the type.",
  example: "+protobuf=false",
  exampleOn: { field: "+protobuf=3" },
  owner,
  parse: ({ value = "" }): Parsed<number | boolean> => {
    if (value === "true" || value === "false") return { value: value === "true" };
    const number = parseNumber(value);
    return number === undefined ? { fault: numberProblem } : { value: number };
  },
});

/** Marker for base interfaces that are nested messages, as in Go's embedded structs. */
export const protobufExtends = defineMarker({
  name: "protobuf.extends",
  places: ["type"],
  value: "`Base:N`",
  description:
    "The properties of the base interface become a nested message with this number, as for embedded structs in Go.",
  example: "+protobuf.extends=VolumeSource:2",
  owner,
  repeatable: true,
  parse: parseExtends,
});

/**
 * Marker for a list or map type that is a message in protobuf, so that absent and empty values
 * differ.
 */
export const protobufNullable = defineMarker({
  name: "protobuf.nullable",
  places: ["type"],
  value: "`true` or `false`",
  description: "An alias of a list or map becomes a message with the field `items`.",
  example: "+protobuf.nullable=true",
  owner,
  parse: ({ value = "" }): Parsed<boolean> =>
    value === "true" || value === "false" ? { value: value === "true" } : { fault: "must be `true` or `false`" },
});

export const protobufMarkers: readonly MarkerDefinition[] = [
  protobufGen,
  protobufField,
  protobufExtends,
  protobufNullable,
];

const numberProblem = "must be `false`, or a number from 1 to 536870911, except 19000 to 19999";

function parseExtends({ value = "" }: Marker): Parsed<{ readonly base: string; readonly number: number }> {
  const [, base = "", digits = ""] = /^([A-Za-z_$][\w$]*):(\d+)$/.exec(value) ?? [];
  const number = parseNumber(digits);
  if (number === undefined) return { fault: "must be the name of a base interface and a number, such as `Base:2`" };
  return { value: { base, number } };
}

/** Parses the protobuf number of a field; returns undefined for an invalid number. */
function parseNumber(text: string): number | undefined {
  if (!/^[1-9]\d{0,8}$/.test(text)) return undefined;
  const number = Number(text);
  return number > maxNumber || (number >= 19_000 && number <= 19_999) ? undefined : number;
}
