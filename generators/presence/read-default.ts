import { remedy, remedyAs, replaceMarker, type Remedy } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Field, PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import type { Problem } from "../../engine/base/problem.js";
import { fitting } from "./fitting.js";
import { literalCode, type ScalarProblem, type FillIn } from "./literal.js";
import { findPackage, constantReference, type NoReference } from "./reference.js";
import { resolveAliases } from "../../engine/model/facts/resolve.js";
import { decodedZero } from "../../engine/model/facts/zero.js";
import { defaultsProblems } from "../problem-codes/defaults.js";
import { hasDefault, defaultMarkerOf } from "../markers/defaults.js";

/** Parsed value of a `+default` marker. */
export interface DefaultValue {
  readonly code: Printable;
  /**
   * True if the value is the zero value of the type; false if the value is not known before run
   * time.
   */
  readonly isZero: boolean;
}

/** A parsed default, or the mistake in it; empty for a mistake that another check reports. */
export interface ReadDefault {
  readonly value?: DefaultValue;
  readonly problem?: Problem;
}

/** A property or declared type with a `+default` marker. */
export interface DefaultTarget {
  readonly markers: readonly Marker[];
  readonly type: Type;
  /** Name of the property or type, for messages: `PizzaSpec.size`. */
  readonly label: string;
  /** Package in which the constant of `ref(Name)` is looked up. */
  readonly pkg: PackageId;
}

export function fieldTarget(field: Field, of: TypeDeclaration): DefaultTarget {
  const declaredIn = field.from?.slice(0, field.from.indexOf("#"));
  return {
    markers: field.markers,
    type: field.type,
    label: `${of.name}.${field.name}`,
    pkg: declaredIn ?? of.package,
  };
}

export function typeTarget(declaration: TypeDeclaration): DefaultTarget {
  const type: Type = declaration.shape.kind === "alias" ? declaration.shape.of : { kind: "ref", to: declaration.id };
  return { markers: declaration.markers, type, label: declaration.name, pkg: declaration.package };
}

/**
 * Parses the default marker of a property or type, and checks the marker's value. The
 * result has no value if the marker is invalid or missing.
 */
export function readDefault(universe: Universe, target: DefaultTarget, depth = 0): ReadDefault {
  const marker = defaultMarkerOf(target);
  // The check of the marker's syntax already reports an empty value.
  if (marker?.value === undefined || marker.value === "") return {};
  const text = marker.value;
  const reference = /^ref\((.*)\)$/.exec(text);
  return reference === null
    ? readLiteral(universe, target, marker, text, depth)
    : readReference(universe, target, marker, (reference[1] ?? "").trim());
}

function readLiteral(
  universe: Universe,
  target: DefaultTarget,
  marker: Marker,
  text: string,
  depth: number,
): ReadDefault {
  const json = parse(text);
  if (json === undefined) {
    const message = `+default of ${target.label} is not JSON: ${text}`;
    return wrong("defaults/invalid-json", marker, message, instead(universe, target, marker, text));
  }
  return check(universe, target, marker, json.value, depth);
}

/** Returns the remedy for a value that is not JSON. */
function instead(universe: Universe, target: DefaultTarget, marker: Marker, text: string): Remedy {
  const write = (value: string): string => `+default=${value}`;
  // If a remark follows a valid value, the fix removes the remark.
  const complete = /^(\S+)\s/
    .exec(text)
    ?.slice(1)
    .find((first) => parse(first) !== undefined);
  const next = complete === undefined ? "" : text.slice(complete.length).trim();
  if (next.startsWith("+")) return { hint: `write ${next} on a separate line` };
  if (complete !== undefined)
    return remedy(replaceMarker(marker, write(complete), `remove the text after the value: ${write(complete)}`));
  const constant = findPackage(universe, target.pkg, ".")?.constants.find(({ name }) => name === text);
  if (constant !== undefined)
    return remedy(replaceMarker(marker, write(`ref(${text})`), `write a constant as ${write(`ref(${text})`)}`));
  const unquoted = /^'(.*)'$/.exec(text)?.[1] ?? text;
  const value = fitting(universe, target.type, unquoted);
  if (value === unquoted)
    return remedyAs(
      `write a string in quotes: ${write(JSON.stringify(value))}\nwrite a constant as ${write("ref(Name)")}`,
      replaceMarker(marker, write(JSON.stringify(value))),
    );
  const example = write(JSON.stringify(value));
  return remedyAs(/^[[{]/.test(text) ? `correct the JSON, for example: ${example}` : `for example: ${example}`, {
    ...replaceMarker(marker, example),
    isExample: true,
  });
}

function check(universe: Universe, target: DefaultTarget, marker: Marker, value: unknown, depth: number): ReadDefault {
  const literal = literalCode(universe, target.type, value, fillInAt(universe, depth));
  if ("fault" in literal) {
    const { code, text, hint } = literal.fault;
    const fix = replaceMarker(marker, `+default=${JSON.stringify(fitting(universe, target.type, value))}`);
    const advice = hint === undefined ? remedy(fix) : code === "defaults/opaque-type" ? { hint } : remedyAs(hint, fix);
    return wrong(code, marker, `+default of ${target.label} is not valid for its type: ${text}`, advice);
  }
  return { value: { code: literal.code, isZero: same(value, decodedZero(universe, target.type)) } };
}

function readReference(universe: Universe, target: DefaultTarget, marker: Marker, path: string): ReadDefault {
  const reference = constantReference(universe, target, marker, path);
  if (reference === undefined) return {};
  if ("text" in reference)
    return wrong(reference.code, marker, `+default of ${target.label}: ${reference.text}`, reference.remedy);
  if (reference.value === undefined) return { value: { code: reference.code, isZero: false } };
  const checked = check(universe, target, marker, reference.value, 0);
  return checked.value === undefined ? checked : { value: { ...checked.value, code: reference.code } };
}

/**
 * Returns the function that determines the code of a required property that a literal omits: the
 * property's own default, or else the zero value of its type. The properties of an object are
 * determined in the same way.
 */
function fillInAt(universe: Universe, depth: number): FillIn {
  return (field, of) => {
    // Ends the recursion for a type that requires itself. Such a type has no finite value, and was
    // already reported when the types were loaded.
    if (depth > 16) return undefined;
    if (hasDefault(field)) return readDefault(universe, fieldTarget(field, of), depth + 1).value?.code;
    const resolved = resolveAliases(universe, field.type);
    const isObject = resolved?.kind === "declared" && resolved.declaration.shape.kind === "object";
    const value = isObject ? {} : decodedZero(universe, field.type);
    if (value === undefined) return undefined;
    // If a union of literals has no zero value, the marker must contain the property.
    const literal = literalCode(universe, field.type, value, fillInAt(universe, depth + 1));
    return "code" in literal ? literal.code : undefined;
  };
}
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Codes of the mistakes in defaults. */
type ReadCode = ScalarProblem["code"] | NoReference["code"] | "defaults/invalid-json";

function wrong(code: ReadCode, { position }: Marker, message: string, remedy: Remedy): ReadDefault {
  return { problem: { ...defaultsProblems.is(code), message, position, ...remedy } };
}
