import type { Marker } from "../../engine/markers/marker.js";
import type { Field, PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import { literalOf, type FillIn } from "./literal.js";
import { referenceOf } from "./reference.js";
import { resolve } from "./resolve.js";
import { zeroOf } from "./zero.js";

/** What a `+default` says. */
export interface DefaultValue {
  readonly code: Printable;
  /** Whether it is the type's own zero. */
  readonly isZero: boolean;
}

export interface ReadDefault {
  readonly value?: DefaultValue;
  readonly problems: readonly Problem[];
}

/** What carries a `+default`: a property or a declared type. */
export interface DefaultTarget {
  readonly markers: readonly Marker[];
  readonly type: Type;
  /** For messages: `PizzaSpec.size`. */
  readonly label: string;
  /** The folder in which `ref(Name)` looks. */
  readonly home: PackageId;
}

export function hasDefault(markers: readonly Marker[]): boolean {
  return markers.some(isDefault);
}

export function fieldTarget(field: Field, of: TypeDeclaration): DefaultTarget {
  const declaredIn = field.from?.slice(0, field.from.indexOf("#"));
  return { markers: field.markers, type: field.type, label: `${of.name}.${field.name}`, home: declaredIn ?? of.package };
}

export function typeTarget(declaration: TypeDeclaration): DefaultTarget {
  const type: Type = declaration.shape.kind === "alias" ? declaration.shape.of : { kind: "ref", to: declaration.id };
  return { markers: declaration.markers, type, label: declaration.name, home: declaration.package };
}

/** Reads a `+default` and checks it against the type. */
export function readDefault(universe: Universe, target: DefaultTarget, depth = 0): ReadDefault {
  const marker = target.markers.find(isDefault);
  // That nothing stands behind its sign is told of the marker.
  if (marker?.value === undefined || marker.value === "") return { problems: [] };
  const text = marker.value;
  const reference = /^ref\((.*)\)$/.exec(text);
  return reference === null
    ? readLiteral(universe, target, marker, text, depth)
    : readReference(universe, target, marker, (reference[1] ?? "").trim());
}

function readLiteral(universe: Universe, target: DefaultTarget, marker: Marker, text: string, depth: number): ReadDefault {
  const json = parse(text);
  if (json === undefined) {
    // What people mean for those who read it stands on a line of its own.
    const complete = /^(\S+)\s/.exec(text)?.slice(1).find((first) => parse(first) !== undefined);
    const quoted = JSON.stringify(/^'(.*)'$/.exec(text)?.[1] ?? text);
    return {
      problems: [
        problem(
          "invalid-json",
          marker,
          `+default of ${target.label} is not JSON: ${text}`,
          complete === undefined ? `text stands in quotes: +default=${quoted}\na constant stands in ref(): +default=ref(Name)` : `nothing stands behind the value: +default=${complete}`,
        ),
      ],
    };
  }
  return check(universe, target, marker, json.value, depth);
}

function check(universe: Universe, target: DefaultTarget, marker: Marker, value: unknown, depth: number): ReadDefault {
  const literal = literalOf(universe, target.type, value, fillInAt(universe, depth));
  if ("fault" in literal) {
    const { code, text, hint } = literal.fault;
    return { problems: [problem(code, marker, `+default of ${target.label} does not fit: ${text}`, hint)] };
  }
  return { value: { code: literal.code, isZero: same(value, zeroOf(universe, target.type)) }, problems: [] };
}

function readReference(universe: Universe, target: DefaultTarget, marker: Marker, path: string): ReadDefault {
  const reference = referenceOf(universe, target, path);
  if (reference === undefined) return { problems: [] };
  if ("text" in reference)
    return { problems: [problem(reference.code, marker, `+default of ${target.label}: ${reference.text}`, reference.hint)] };
  if (reference.value === undefined) return { value: { code: reference.code, isZero: false }, problems: [] };
  const checked = check(universe, target, marker, reference.value, 0);
  return checked.value === undefined ? checked : { value: { ...checked.value, code: reference.code }, problems: [] };
}

/** A required property that a literal leaves out gets its own default, or its zero; an object, what its properties get. */
function fillInAt(universe: Universe, depth: number): FillIn {
  return (field, of) => {
    // A type that requires itself has no finite value; loading reports it.
    if (depth > 16) return undefined;
    if (hasDefault(field.markers)) return readDefault(universe, fieldTarget(field, of), depth + 1).value?.code;
    const resolved = resolve(universe, field.type);
    const isObject = resolved?.kind === "declared" && resolved.declaration.shape.kind === "object";
    const value = isObject ? {} : zeroOf(universe, field.type);
    if (value === undefined) return undefined;
    // A union of literals may lack the zero: then somebody has to say which it is.
    const literal = literalOf(universe, field.type, value, fillInAt(universe, depth + 1));
    return "code" in literal ? literal.code : undefined;
  };
}

function isDefault({ name }: Marker): boolean {
  return name === "default";
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

function problem(code: string, { position }: Marker, message: string, hint?: string): Problem {
  return { code: `defaults/${code}`, severity: "error", message, position, ...(hint === undefined ? {} : { hint }) };
}
