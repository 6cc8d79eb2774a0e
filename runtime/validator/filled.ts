import { fieldsOf } from "../rules/type-rules.js";
import { isLiteral, isPrimitive, kindOf, resolved } from "../rules/value.js";
import type { FieldShape, ValueShape } from "../schema.js";
import type { Zero } from "../validate/presence.js";
import { access, call, type Scope } from "./scope.js";

type Source = Pick<Scope, "file">;

/** Reports whether every JavaScript object inherits a property. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/**
 * Returns an expression that is true only for a value that is neither absent nor the zero of its
 * type. It may also be false for such a value; then a function decides. The expression costs less
 * than this call.
 */
export function filledTest(scope: Source, shape: ValueShape, value: string): string | undefined {
  const own = cheapTest(scope, shape, value);
  if (own !== undefined) return own;
  for (const [name, field] of Object.entries(fieldsOf(shape) ?? {})) {
    if (field.optional === true || isInherited(name)) continue;
    const inner = cheapTest(scope, field, access(value, name, true));
    if (inner !== undefined) return inner;
  }
  return zeroOf(shape) === undefined ? call(scope, "isFilled", value) : undefined;
}

/** Returns the test for a text, number, boolean or list; undefined for other types. */
function cheapTest(scope: Source, shape: ValueShape, value: string): string | undefined {
  if (isLiteral(shape)) return undefined;
  const kind = kindOf(shape);
  if (kind === "list") return call(scope, "hasItems", value);
  return isPrimitive(kind) ? value : undefined;
}

/**
 * Returns the zero of a type if this zero contains a text that is not empty. For an object, it
 * contains the zeros of the properties. Returns undefined for all other types.
 */
export function zeroOf(shape: ValueShape, around: readonly object[] = []): Zero | undefined {
  const { type } = resolved(shape);
  if (type === "Quantity" || type === "Duration") return type === "Quantity" ? "0" : "0s";
  const fields: Readonly<Record<string, FieldShape>> | undefined = fieldsOf(shape);
  if (fields === undefined || around.includes(fields)) return undefined;
  const zeros = Object.entries(fields).flatMap(([name, field]): [string, Zero][] => {
    // A zero of an object does not contain its optional properties.
    const zero = field.optional === true ? undefined : zeroOf(field, [...around, fields]);
    return zero === undefined ? [] : [[name, zero]];
  });
  return zeros.length === 0 ? undefined : Object.fromEntries(zeros);
}
