import type { Marker } from "../../engine/markers/marker.js";
import type { Field, PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { aboutMarker } from "../../engine/markers/print-marker.js";
import { printType } from "../../engine/print/type.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Problem } from "../../engine/base/problem.js";
import { removeMarker, remedy, remedyAs, type Remedy } from "../../engine/base/fix.js";
import { isAlwaysSet, nativeKind, type NativeValue } from "./native.js";
import { markerString } from "./tag.js";
import type { Shared } from "./shared.js";
import { noValidations, type ItemSelector, type Stability, type Validations } from "./rule.js";
import type { RuleValueKind } from "../../runtime/rules/value.js";
import { validationProblems } from "../problem-codes/validation.js";
import type { CodeOf } from "../../engine/base/define-problems.js";

/**
 * Kind of declaration or value to which a marker applies. Messages contain these names, which
 * Kubernetes also uses.
 */
export type RuleScope = "type definitions" | "struct fields" | "list values" | "map keys" | "map values";

/** A value that markers constrain, and the declaration that has these markers. */
export interface MarkerContext {
  readonly scope: RuleScope;
  readonly value: NativeValue;
  /** Path that identifies the value: `apis/v1#Spec.items[(vals)]`. */
  readonly path: string;
  /**
   * Path and value of the object, list or map that contains the value; absent for a declared type.
   */
  readonly parent?: { readonly path: string; readonly value: NativeValue };
  /** Type whose declaration contains the markers. */
  readonly owner: TypeDeclaration;
  /** Property that contains the value; absent for other values. */
  readonly field?: Field;
  /**
   * Conditions that select the constrained list item. An empty list selects all items; absent if
   * the value is not an item, or if a constraint marker of controller-gen constrains all items.
   */
  readonly selector?: readonly ItemSelector[];
  readonly stability?: Stability;
}

/** Data and functions that all marker readers share in one run of the generator. */
export interface Reader {
  readonly universe: Universe;
  readonly shared: Shared;
  /** Reads the markers of a value, in the order of the markers' names. */
  readonly read: (context: MarkerContext, markers: readonly Marker[]) => Validations;
  /**
   * Returns the package that contains the validation functions for types of a package; undefined if
   * none are generated.
   */
  readonly outputOf: (pkg: PackageId) => PackageId | undefined;
  /**
   * Reports whether a regular expression is valid. Reports its problems at the marker.
   * @param maxLength maximum length of the strings that it constrains, in characters; undefined if
   * unlimited
   */
  readonly acceptsPattern: (pattern: string, marker: Marker, maxLength: number | undefined) => boolean;
  /** Reports whether the types of a package also imply rules. */
  readonly infers: (pkg: PackageId) => boolean;
  /** Reports whether a marker disables validation for a package. */
  readonly isOff: (pkg: PackageId) => boolean;
  readonly report: (problem: Problem) => void;
  /** Records that a marker refers to a hand-written function: `file#name`. */
  readonly calls: (fn: string) => void;
  /**
   * Returns the number of problems that have been reported so far. A reader that calls another
   * reader compares the numbers before and after the call, so that it does not report the same
   * mistake again.
   */
  readonly problemCount: () => number;
}

/** A marker that is being read, and the value that it constrains. */
export interface MarkerSite {
  readonly reader: Reader;
  readonly context: MarkerContext;
  readonly marker: Marker;
}

/** Reads one marker and returns its rules. */
export type MarkerReader = (site: MarkerSite) => Validations;

/** Returns the kind of the value that a marker constrains. */
export function kindAt({ reader, context }: MarkerSite): RuleValueKind {
  return nativeKind(reader.universe, context.value.type);
}

/** Returns the context of a value that is inside another value. */
export function nestedContext(
  { path, value, owner, stability }: MarkerContext,
  part: string,
  inner: Pick<MarkerContext, "scope" | "value"> & Partial<MarkerContext>,
): MarkerContext {
  return {
    owner,
    path: path + part,
    parent: { path, value },
    ...(stability !== undefined && { stability }),
    ...inner,
  };
}

export const everywhere: readonly RuleScope[] = [
  "type definitions",
  "struct fields",
  "list values",
  "map keys",
  "map values",
];

/**
 * First marker of a chain such as `+k8s:alpha=+k8s:minimum=1`, by each later marker of the chain.
 */
const outermost = new WeakMap<Marker, Marker>();

/**
 * Records the first marker of a chain for its later markers, because a fix can only remove the
 * whole chain.
 */
export function recordChain(marker: Marker): void {
  for (let at = marker.then; at !== undefined; at = at.then) if (!outermost.has(at)) outermost.set(at, marker);
}

/** Returns the first marker of the chain that contains a marker. */
export function outermostMarker(marker: Marker): Marker {
  return outermost.get(marker) ?? marker;
}

/**
 * Returns the message and the advice for a marker on an object without `?`, which is never unset,
 * if the marker requires that a value can be unset. In Go, values such as times and durations are
 * objects, too.
 */
export function alwaysSet(type: Type): readonly [string, string] {
  const noun = type.kind === "scalar" ? `a ${type.name}` : "an object";
  return [`cannot be used on ${noun} without \`?\`, which is always set`, "add a `?` to the property"];
}

/**
 * Reports a marker that is not permitted at its place or has an invalid value. Returns no rules.
 * @param advice alternative to the removal of the marker, or a complete remedy
 */
export function reportMarker(
  { reader, marker }: Pick<MarkerSite, "reader" | "marker">,
  code: CodeOf<typeof validationProblems>,
  message: string,
  advice?: Remedy | string,
): Validations {
  const removal = removeMarker(outermostMarker(marker));
  reader.report({
    ...validationProblems.is(code),
    message: aboutMarker(markerString(marker), message),
    ...(typeof advice === "string" ? remedyAs(`${advice}\nor ${removal.text}`, removal) : (advice ?? remedy(removal))),
    position: marker.position,
  });
  return noValidations;
}

/** Reports a marker that names a property which the object does not have. */
export function unknownProperty(
  site: Pick<MarkerSite, "reader" | "marker">,
  object: string,
  fields: readonly Field[],
  name: string,
): Validations {
  const names = fields.map((field) => field.name);
  const near = nearest(name, names);
  const advice = near === undefined ? `known properties: ${names.join(", ")}` : `did you mean \`${near}\`?`;
  return reportMarker(site, "validation/unknown-property", `${object} has no property \`${name}\``, advice);
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

/**
 * Reports a marker that cannot constrain a value, because of the value's type. Returns no rules.
 */
export function wrongType(site: MarkerSite, wanted: string, advice?: Remedy): Validations {
  const kind = kindNames[kindAt(site)];
  const text = printType(site.reader.universe, site.context.value.type);
  const is = typeof text !== "string" || kind === `a ${text}` ? kind : `${kind}, ${text}`;
  const message = `can only be used on ${wanted}, but the value is ${is}`;
  return reportMarker(site, "validation/wrong-type", message, advice);
}

/**
 * Reports whether the value has the kind `on`, which the marker requires. If not, adds a problem
 * for the marker.
 */
export function isOn(site: MarkerSite, on: RuleValueKind, noun: string): boolean {
  const isRight = kindAt(site) === on;
  if (!isRight) wrongType(site, noun);
  return isRight;
}

/**
 * Reports whether a value can be unset. If not, because it is an object without `?`, adds a
 * problem for the marker.
 */
export function canBeUnset(site: MarkerSite, value = site.context.value): boolean {
  const isSet = isAlwaysSet(site.reader.universe, value);
  if (isSet) reportMarker(site, "validation/wrong-type", ...alwaysSet(value.type));
  return !isSet;
}
