import type { Marker } from "../../engine/markers/marker.js";
import type { Field, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { printType } from "../../engine/print/type.js";
import type { Problem } from "../../engine/problem.js";
import { removeMarker, remedy, type Remedy } from "../../engine/fix/fix.js";
import { nativeKind, type Value } from "./native.js";
import { markerText } from "./tag.js";
import type { Shared } from "./shared.js";
import type { ItemSelector, Stability, Validations } from "./rule.js";

/** Where a marker is: Kubernetes' names, which messages print. */
export type Scope = "type definitions" | "struct fields" | "list values" | "map keys" | "map values";

/** The value that markers constrain, and its surroundings. */
export interface Context {
  readonly scope: Scope;
  readonly value: Value;
  /** Identifies the value: `apis/v1#Spec.items[(vals)]`. */
  readonly path: string;
  /** Path and value of the object, list or map around it; absent for a declared type. */
  readonly parent?: { readonly path: string; readonly value: Value };
  /** The declared type in whose declaration the markers are. */
  readonly owner: TypeDeclaration;
  /** The property, if the value is one. */
  readonly field?: Field;
  /** The items that are meant; an empty list for all items. */
  readonly selector?: readonly ItemSelector[];
  readonly stability?: Stability;
}

/** What readers of markers share in one run of the generator. */
export interface Reader {
  readonly universe: Universe;
  readonly shared: Shared;
  /** Reads markers of a value, sorted by name. */
  readonly read: (context: Context, markers: readonly Marker[]) => Validations;
  /** Returns the package into which the functions of a type's package are generated. */
  readonly outputOf: (pkg: PackageId) => PackageId | undefined;
  /** Reports whether a marker of this name has a rule. */
  readonly isKnown: (name: string) => boolean;
  /** Reports whether the types of a package imply rules. */
  readonly infers: (pkg: PackageId) => boolean;
  readonly report: (problem: Problem) => void;
  /** Returns the number of problems so far, so that one mistake is reported once. */
  readonly problemCount: () => number;
}

/** Reads one marker. */
export type MarkerReader = (reader: Reader, context: Context, marker: Marker) => Validations;

export const everywhere: readonly Scope[] = [
  "type definitions",
  "struct fields",
  "list values",
  "map keys",
  "map values",
];

/** The marker with which the line of an inner marker begins. */
const outermost = new WeakMap<Marker, Marker>();

/** Records the markers after a marker, which can only be removed together with it. */
export function recordChain(marker: Marker): void {
  for (let at = marker.then; at !== undefined; at = at.then) if (!outermost.has(at)) outermost.set(at, marker);
}

/** Reports a marker that does not fit its place or value. */
export function report(
  { report: add }: Pick<Reader, "report">,
  code: string,
  marker: Marker,
  message: string,
  advice: Remedy = remedy(removeMarker(outermost.get(marker) ?? marker)),
): void {
  add({
    code: `validation/${code}`,
    severity: "error",
    message: `\`${markerText(marker)}\`: ${message}`,
    ...advice,
    position: marker.position,
  });
}

const kindNames = {
  string: "a string",
  bool: "a boolean",
  int: "an integer",
  float: "a number with a fraction",
  bytes: "bytes",
  list: "a list",
  map: "a map",
  struct: "an object",
  interface: "any value",
  tuple: "a tuple",
} as const;

/** Reports a marker on a type that it cannot constrain. */
export function wrongType(reader: Reader, { value }: Context, marker: Marker, wanted: string): void {
  const kind = kindNames[nativeKind(reader.universe, value.type)];
  const text = typeName(reader.universe, value);
  const is = text === undefined ? kind : `${kind}, ${text}`;
  report(reader, "wrong-type", marker, `can only be used on ${wanted}, and this is ${is}`);
}

function typeName(universe: Universe, { type }: Value): string | undefined {
  const printed = printType(universe, type);
  return typeof printed === "string" ? printed : undefined;
}
