import { oncePer } from "../util/once-per.js";
import { selectedMember } from "../schema/resolve-shape.js";
import { required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { effective, typeRules, type FieldRules, type ImpliedRule } from "../rules/type-rules.js";
import type { TypeSchema } from "../schema/schema.js";
import { child, index, key } from "../field/below.js";
import type { Operation } from "../operation/operation.js";
import { markImplied } from "../operation/left-out.js";
import { getOwn, isBranch } from "../json/values.js";
import { filledZero, isMissing, needsOf } from "./presence.js";

/** Function that adds an error for each missing required property of a value. */
type Pass = (op: Operation, path: Path | undefined, value: unknown, errors: FieldError[]) => void;

const passOf: (schema: TypeSchema) => Pass = oncePer(passOfType);

/**
 * Returns an error for each required property that a request leaves out (`setLeftOut`). Also checks
 * values that an update does not change, which validators skip.
 */
export function presenceErrors(op: Operation, schema: TypeSchema, object: object): FieldError[] {
  const errors: FieldError[] = [];
  passOf(schema)(op, undefined, object, errors);
  return errors;
}

function passOfType(schema: TypeSchema): Pass {
  const { isOpaque, implied, bases, fields, union } = typeRules(schema);
  if (isOpaque) return () => undefined;
  const all = [...effective(implied).flatMap(passesOf), ...bases.map(passOf), ...fields.flatMap(passesOfField)];
  if (union !== undefined)
    all.push((op, path, value, errors) => {
      const member = selectedMember(schema, value);
      if (member !== undefined) passOf(member)(op, path, value, errors);
    });
  return (op, path, value, errors) => {
    for (const pass of all) pass(op, path, value, errors);
  };
}

function passesOfField({ name, value: of, presence, implied }: FieldRules): readonly Pass[] {
  const [zero, needs] = [filledZero(of.shape), needsOf(of.shape)];
  const inner = effective(implied).flatMap(passesOf);
  if (presence !== "required" && inner.length === 0) return [];
  return [
    (op, path, value, errors) => {
      if (!isBranch(value)) return;
      if (presence === "required" && isMissing(op, path, value, name, zero, needs))
        errors.push(markImplied(required(child(path, name), "")));
      const own = getOwn(value, name);
      if (isBranch(own)) for (const pass of inner) pass(op, child(path, name), own, errors);
    },
  ];
}

/** Returns the passes for the types that a rule applies to a value, its items or its entries. */
function passesOf(rule: ImpliedRule): readonly Pass[] {
  // The pass of a type is looked up when it runs, because a type can refer to itself.
  if (rule.kind === "type")
    return [
      (op, path, value, errors) => {
        passOf(rule.to)(op, path, value, errors);
      },
    ];
  if (rule.kind === "enum" || rule.kind === "keys") return [];
  const inner = rule.rules.flatMap(passesOf);
  return inner.length === 0
    ? []
    : [
        (op, path, value, errors) => {
          if (!isBranch(value)) return;
          for (const [name, part] of Object.entries(value)) {
            const at = rule.kind === "items" ? index(path, Number(name)) : key(path, name);
            for (const pass of inner) pass(op, at, part, errors);
          }
        },
      ];
}
