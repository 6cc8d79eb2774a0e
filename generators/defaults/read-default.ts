import { remedy, remedyAs, replaceMarker, type Remedy } from "../../engine/fix/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Field, PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import { fitting } from "./fitting.js";
import { literalOf, type FillIn } from "./literal.js";
import { findPackage, referenceOf } from "./reference.js";
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
  readonly pkg: PackageId;
}

export function hasDefault(markers: readonly Marker[]): boolean {
  return markers.some(isDefault);
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

function readLiteral(
  universe: Universe,
  target: DefaultTarget,
  marker: Marker,
  text: string,
  depth: number,
): ReadDefault {
  const json = parse(text);
  if (json === undefined) {
    return {
      problems: [
        problem(
          "invalid-json",
          marker,
          `+default of ${target.label} is not JSON: ${text}`,
          instead(universe, target, marker, text),
        ),
      ],
    };
  }
  return check(universe, target, marker, json.value, depth);
}

/** What to write where a value is not JSON. */
function instead(universe: Universe, target: DefaultTarget, marker: Marker, text: string): Remedy {
  const write = (value: string): string => `+default=${value}`;
  // A remark for readers is a line of its own.
  const complete = /^(\S+)\s/
    .exec(text)
    ?.slice(1)
    .find((first) => parse(first) !== undefined);
  if (complete !== undefined)
    return remedy(replaceMarker(marker, write(complete), `write nothing behind the value: ${write(complete)}`));
  const constant = findPackage(universe, target.pkg, ".")?.constants.find(({ name }) => name === text);
  if (constant !== undefined)
    return remedy(replaceMarker(marker, write(`ref(${text})`), `a constant is written as ${write(`ref(${text})`)}`));
  const unquoted = /^'(.*)'$/.exec(text)?.[1] ?? text;
  const value = fitting(universe, target.type, unquoted);
  if (value === unquoted)
    return remedyAs(
      `text is written in quotes: ${write(JSON.stringify(value))}\na constant is written as ${write("ref(Name)")}`,
      replaceMarker(marker, write(JSON.stringify(value))),
    );
  const example = write(JSON.stringify(value));
  return remedyAs(/^[[{]/.test(text) ? `correct the JSON, as in: ${example}` : `as in: ${example}`, {
    ...replaceMarker(marker, example),
    isExample: true,
  });
}

function check(universe: Universe, target: DefaultTarget, marker: Marker, value: unknown, depth: number): ReadDefault {
  const literal = literalOf(universe, target.type, value, fillInAt(universe, depth));
  if ("fault" in literal) {
    const { code, text, hint } = literal.fault;
    const fix = replaceMarker(marker, `+default=${JSON.stringify(fitting(universe, target.type, value))}`);
    return {
      problems: [
        problem(
          code,
          marker,
          `+default of ${target.label} does not fit: ${text}`,
          hint === undefined ? remedy(fix) : remedyAs(hint, fix),
        ),
      ],
    };
  }
  return { value: { code: literal.code, isZero: same(value, zeroOf(universe, target.type)) }, problems: [] };
}

function readReference(universe: Universe, target: DefaultTarget, marker: Marker, path: string): ReadDefault {
  const reference = referenceOf(universe, target, marker, path);
  if (reference === undefined) return { problems: [] };
  if ("text" in reference)
    return {
      problems: [problem(reference.code, marker, `+default of ${target.label}: ${reference.text}`, reference.remedy)],
    };
  if (reference.value === undefined) return { value: { code: reference.code, isZero: false }, problems: [] };
  const checked = check(universe, target, marker, reference.value, 0);
  return checked.value === undefined ? checked : { value: { ...checked.value, code: reference.code }, problems: [] };
}

/**
 * A required property that a literal leaves out gets its own default, or its zero; an object, what
 * its properties get.
 */
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

/** `+default`, or controller-gen's spelling of it. */
export function isDefault({ name }: Pick<Marker, "name">): boolean {
  return name === "default" || name === "kubebuilder:default";
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

function problem(code: string, { position }: Marker, message: string, remedy: Remedy): Problem {
  return { code: `defaults/${code}`, severity: "error", message, position, ...remedy };
}
