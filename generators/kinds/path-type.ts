import { remedy, replaceText, type Remedy } from "../../engine/base/fix.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Marker } from "../../engine/markers/marker.js";
import { objectOf, typeById, underlying } from "../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { nearest } from "../../engine/util/nearest.js";
import type { ParsedStep } from "../markers/parse/json-path.js";
import { registerProblems } from "../problem-codes/register.js";

/** A path in a marker of a kind, which must lead to values of certain types. */
export interface MarkedPath {
  readonly marker: Marker;
  /** Purpose of the path. The codes of its problems begin with it. */
  readonly purpose: "column" | "scale" | "selectable";
  /** The path in messages: `the column Size of Pizza`. */
  readonly subject: string;
  readonly path: readonly ParsedStep[];
  /** Reports whether the values of the path may have a type, whose aliases are resolved. */
  fits(type: Type): boolean;
  /** Rest of the message about values of another type, after the subject. */
  readonly misfit: string;
  /** Advice for values of another type. */
  readonly remedy: Remedy;
}

/** Reports a path that does not exist in the kind, or that leads to values of another type. */
export function pathProblems(universe: Universe, { id }: TypeDeclaration, marked: MarkedPath): Problem[] {
  const { marker, purpose, subject } = marked;
  const { position } = marker;
  const found = typeAtPath(universe, { kind: "ref", to: id }, marked.path);
  if ("fault" in found) {
    const { fault, hint, instead } = found;
    const advice = instead === undefined ? { hint } : remedy(replaceText(position, instead.from, instead.to, hint));
    return [
      { ...registerProblems.is(`register/${purpose}-path`), message: `${subject}: ${fault}`, ...advice, position },
    ];
  }
  if (found.type === undefined || marked.fits(underlying(universe, found.type))) return [];
  const message = `${subject} ${marked.misfit}`;
  return [{ ...registerProblems.is(`register/${purpose}-type`), message, ...marked.remedy, position }];
}

/**
 * Type of the values that a path selects. `type` is absent if it is unknown, for example after the
 * step `..`, and inside tuples and values without a type.
 */
type PathType = { readonly type?: Type } | PathProblem;

/**
 * Reason why a path does not exist. `instead` is the part of the path to replace and its
 * replacement, if one is known.
 */
interface PathProblem {
  readonly fault: string;
  readonly hint: string;
  readonly instead?: { readonly from: string; readonly to: string };
}

/**
 * Returns the type of the values that a path selects, or the reason why the path does not exist.
 */
export function typeAtPath(universe: Universe, root: Type, path: readonly ParsedStep[]): PathType {
  let at = root;
  for (const step of path) {
    const next = follow(universe, at, step);
    if ("fault" in next || next.type === undefined) return next;
    at = next.type;
  }
  return { type: at };
}

function follow(universe: Universe, type: Type, step: ParsedStep): PathType {
  const under = underlying(universe, type);
  if (under.kind === "scalar" && ["any", "RawExtension", "FieldsV1"].includes(under.name)) return {};
  if (typeof step === "string") return property(universe, under, step);
  if (typeof step !== "number" && ("anyOf" in step || ("each" in step && step.each === "descendant"))) return {};
  if (under.kind === "map" && typeof step !== "number" && "each" in step) return { type: under.value };
  if (under.kind === "tuple" || (under.kind === "ref" && typeById(universe, under.to)?.shape.kind !== "object"))
    return {};
  if (under.kind !== "list")
    return {
      fault: `${typeof step === "number" ? `[${step}]` : "the expression in brackets"} selects items of a list, but the value before it is not a list`,
      hint: "remove the brackets",
      ...(typeof step === "number" ? { instead: { from: `[${step}]`, to: "" } } : {}),
    };
  if (typeof step !== "number" && "where" in step) {
    const condition = typeAtPath(universe, under.element, step.where.path);
    if ("fault" in condition) return condition;
  }
  return { type: under.element };
}

function property(universe: Universe, type: Type, name: string): PathType {
  if (type.kind === "map") return { type: type.value };
  const object = objectOf(universe, type);
  if (object === undefined) {
    if (type.kind === "ref") return unionProperty(universe, type.to, name);
    return {
      fault: `.${name} selects a property, but the value before it is not an object`,
      ...(type.kind === "list"
        ? { hint: "select items first: [0], [*] or [?(…)]", instead: { from: `.${name}`, to: `[0].${name}` } }
        : { hint: `remove .${name}`, instead: { from: `.${name}`, to: "" } }),
    };
  }
  if (object.shape.typeMeta !== undefined && (name === "kind" || name === "apiVersion"))
    return { type: { kind: "scalar", name: "string" } };
  const fields = object.shape.fields;
  return named(fields, name, object.declaration.name);
}

function unionProperty(universe: Universe, id: string, name: string): PathType {
  const shape = typeById(universe, id)?.shape;
  if (shape?.kind !== "union") return {};
  const fields = shape.members.flatMap(({ type }) => objectOf(universe, { kind: "ref", to: type })?.shape.fields ?? []);
  return named(fields, name, typeById(universe, id)?.name ?? id);
}

function named(fields: readonly Field[], name: string, owner: string): PathType {
  const field = fields.find((one) => one.name === name);
  if (field !== undefined) return { type: field.type };
  const names = fields.map((one) => one.name);
  const meant = nearest(name, names);
  return {
    fault: `${owner} has no property ${name}`,
    ...(meant === undefined
      ? { hint: `known properties: ${names.join(", ")}` }
      : { hint: `did you mean .${meant}?`, instead: { from: `.${name}`, to: `.${meant}` } }),
  };
}
