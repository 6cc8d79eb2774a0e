import { forbidden, invalid, required, withOrigin } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { goQuote } from "../util/go-quote.js";
import type { Operation } from "./operation.js";
import { child } from "./paths.js";

/** A member of a union: a property of an object, or an item of a list. */
export interface UnionMember<T> {
  /** Name of the member in error messages. */
  readonly name: string;
  /** Value of the discriminator for which the member must be set. */
  readonly value?: string;
  readonly isSet: (obj: T) => boolean;
}

/** Adds an error unless exactly one member of a union is set. */
export function union<T>(
  op: Operation,
  fldPath: Path | undefined,
  obj: T,
  oldObj: T | undefined,
  members: readonly UnionMember<T>[],
  errors: FieldError[],
): void {
  const set = setMembers(op, obj, oldObj, members);
  if (set === undefined || set.length === 1) return;
  const error =
    set.length === 0
      ? invalid(fldPath, "", `must specify one of: ${quoted(members)}`)
      : invalid(fldPath, `{${set.join(", ")}}`, `must specify exactly one of: ${quoted(members)}`);
  errors.push(withOrigin(error, "union"));
}

/** Adds an error if more than one member of a union is set. */
export function zeroOrOneOf<T>(
  op: Operation,
  fldPath: Path | undefined,
  obj: T,
  oldObj: T | undefined,
  members: readonly UnionMember<T>[],
  errors: FieldError[],
): void {
  const set = setMembers(op, obj, oldObj, members);
  if (set === undefined || set.length < 2) return;
  const detail = `must specify at most one of: ${quoted(members)}`;
  errors.push(withOrigin(invalid(fldPath, `{${set.join(", ")}}`, detail), "zeroOrOneOf"));
}

/**
 * Adds an error for each member that is set although the discriminator selects another member. Also
 * adds an error if the selected member is not set. A discriminator that selects no member is not an
 * error.
 */
export function discriminatedUnion<T>(
  op: Operation,
  fldPath: Path | undefined,
  obj: T,
  oldObj: T | undefined,
  discriminator: { readonly name: string; readonly of: (obj: T) => string | undefined },
  members: readonly UnionMember<T>[],
  errors: FieldError[],
): void {
  const value = discriminator.of(obj) ?? "";
  if (op.type === "Update" && oldObj !== undefined) {
    const isSame = value === (discriminator.of(oldObj) ?? "");
    if (isSame && members.every(({ isSet }) => isSet(obj) === isSet(oldObj))) return;
  }
  for (const { name, value: own = "", isSet } of members) {
    const isNamed = value === own;
    if (isSet(obj) === isNamed) continue;
    const verb = isNamed ? "must be specified" : "may only be specified";
    const detail = `${verb} when \`${discriminator.name}\` is ${goQuote(own)}`;
    errors.push(withOrigin(invalid(child(fldPath, name), "", detail), "union"));
  }
}

/** Two properties; one of them depends on the other. */
export interface Dependency<T> {
  readonly name: string;
  readonly isSet: (obj: T) => boolean;
  /**
   * The dependent property. If the first property is set, the rule requires or forbids a value of
   * the dependent property.
   */
  readonly dependent: { readonly name: string; readonly isSet: (obj: T) => boolean };
}

/** Adds an error if a property is set and the property that it requires is not. */
export function dependentRequired<T>(
  op: Operation,
  fldPath: Path | undefined,
  obj: T,
  oldObj: T | undefined,
  dependency: Dependency<T>,
  errors: FieldError[],
): void {
  const { name, isSet, dependent } = dependency;
  if (isUnchanged(op, obj, oldObj, dependency) || !isSet(obj) || dependent.isSet(obj)) return;
  const error = required(child(fldPath, dependent.name), `must be set when ${name} is set`);
  errors.push(withOrigin(error, "dependentRequired"));
}

/** Adds an error if a property and another property that it forbids are both set. */
export function dependentForbidden<T>(
  op: Operation,
  fldPath: Path | undefined,
  obj: T,
  oldObj: T | undefined,
  dependency: Dependency<T>,
  errors: FieldError[],
): void {
  const { name, isSet, dependent } = dependency;
  if (isUnchanged(op, obj, oldObj, dependency) || !isSet(obj) || !dependent.isSet(obj)) return;
  const error = forbidden(child(fldPath, dependent.name), `may not be set when ${name} is set`);
  errors.push(withOrigin(error, "dependentForbidden"));
}

/**
 * Returns the names of the members that are set. Returns undefined if an update neither sets nor
 * clears a member.
 */
function setMembers<T>(
  op: Operation,
  obj: T,
  oldObj: T | undefined,
  members: readonly UnionMember<T>[],
): readonly string[] | undefined {
  if (op.type === "Update" && oldObj !== undefined) {
    if (members.every(({ isSet }) => isSet(obj) === isSet(oldObj))) return undefined;
  }
  return members.flatMap(({ name, isSet }) => (isSet(obj) ? name : []));
}

function isUnchanged<T>(op: Operation, obj: T, oldObj: T | undefined, { isSet, dependent }: Dependency<T>): boolean {
  return (
    op.type === "Update" &&
    oldObj !== undefined &&
    isSet(obj) === isSet(oldObj) &&
    dependent.isSet(obj) === dependent.isSet(oldObj)
  );
}

function quoted<T>(members: readonly UnionMember<T>[]): string {
  return members.map(({ name }) => `\`${name}\``).join(", ");
}
