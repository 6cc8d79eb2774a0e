import { shapeOf, type TypeSchema, type ValueShape } from "../../runtime/schema/schema.js";

/** The strings and numbers on which the rules of a type depend. */
export interface RuleValues {
  readonly strings: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

/** Returns the strings and numbers in the rules and defaults of a type and of all its parts. */
export function rulesIn(schema: TypeSchema): RuleValues {
  const [strings, numbers] = [new Set<string>(), new Set<number>()];
  const seen = new Set<TypeSchema>();
  const take = (value: unknown): void => {
    if (typeof value === "number") numbers.add(value);
    else if (typeof value === "string") strings.add(value);
    else if (typeof value === "object" && value !== null)
      for (const [key, one] of Object.entries(value)) if (!ofForm.has(key)) take(one);
  };
  const ofType = (type: TypeSchema): void => {
    if (seen.has(type)) return;
    seen.add(type);
    const { rules, fields = {}, value, members = {} } = shapeOf(type);
    take(rules);
    for (const field of Object.values(fields)) {
      take([field.rules, field.default]);
      ofValue(field);
    }
    if (value !== undefined) ofValue(value);
    for (const to of Object.values(members)) ofType(to());
  };
  const ofValue = (value: ValueShape): void => {
    if (value.type === "ref" || value.type === "embedded") ofType(value.to());
    else if (value.type === "list") ofValue(value.items);
    else if (value.type === "map") ofValue(value.values);
    else if (value.type === "tuple") value.items.forEach(ofValue);
  };
  ofType(schema);
  return { strings, numbers };
}

/** Properties of rules with names, expressions and texts, which are no values. */
const ofForm: ReadonlySet<string> = new Set([
  ...["kind", "texts", "stability", "format", "rule", "message", "reason", "fieldPath", "only", "trigger"],
  ...["dependent", "discriminator", "keys", "text", "name"],
]);
