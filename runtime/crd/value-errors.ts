import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { namedStringFormat } from "./formats.js";
import { goFloat, isInt64 } from "../json/go-print.js";
import { isMultipleOf } from "./multiple-of.js";
import { pattern } from "../pattern/index.js";
import { bounds } from "../schema/limits.js";
import { sortedJSONText } from "../json/sorted-json.js";
import { isObject, jsonEqual } from "../json/values.js";
import type { JSONValue } from "../values/types.js";
import { oncePer } from "../util/once-per.js";
import type { Correlated } from "../cel/rules/correlate.js";
import { repeated } from "./repeated.js";
import { itemsSchema, propertySchemas, propertySchema, valuesSchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";
import { duplicatesText, formatText, limitTexts, patternText } from "./value-texts.js";

/** Function that adds an error. */
type Add = (error: FieldError) => void;

/**
 * A value that is checked: the path of the whole object (`root`), and the path of the value inside
 * the object (`name`), such as `spec.x`.
 */
interface Place {
  readonly root: field.Path | undefined;
  readonly name: string;
  /**
   * The value before and after the update; undefined if the value is new, or if the check must
   * ignore the old value.
   */
  readonly update: Correlated | undefined;
}

/**
 * Returns the errors of a value that does not fit its schema, with the messages of Kubernetes'
 * validator of custom resources (Go: validation.ValidateCustomResource).
 *
 * @param update the value before and after the update; unchanged values have no errors. Default:
 *   all values are checked
 */
export function valueErrors(
  root: field.Path | undefined,
  schema: CRDSchema,
  value: unknown,
  update?: Correlated,
): FieldError[] {
  const errors: FieldError[] = [];
  check({ root, name: "", update }, schema, value, (error) => {
    if (!errors.some((known) => known.field === error.field && known.detail === error.detail)) errors.push(error);
  });
  return errors;
}

function check(at: Place, schema: CRDSchema, value: unknown, add: Add): void {
  const { update } = at;
  if (update === undefined) {
    checkAll(at, schema, value, add);
    return;
  }
  const errors: FieldError[] = [];
  checkAll(at, schema, value, (error) => errors.push(error));
  if (errors.length > 0 && !update.isUnchanged()) errors.forEach(add);
}

function checkAll(at: Place, schema: CRDSchema, value: unknown, add: Add): void {
  checkType(at, schema, value, add);
  if (value !== null) {
    checkNested(at, schema, value, add);
    if (typeof value === "string") checkText(at, schema, value, add);
    if (typeof value === "number") checkNumber(at, schema, value, add);
    if (Array.isArray(value)) checkList(at, schema, value, add);
  }
  const members = schema.enum ?? [];
  // As in Kubernetes, null is rejected even if it is a member of the enumeration.
  if (members.length > 0 && (value === null || !members.some((one) => isMember(value, one)))) {
    const texts = members.map((one) => (typeof one === "string" ? one : sortedJSONText(one as JSONValue)));
    add(field.notSupported(pathOf(at), value, texts));
  }
  if (isObject(value)) checkObject(at, schema, value, add);
}

function pathOf({ root, name }: Place): field.Path | undefined {
  const relative = name.replace(/^\./, "");
  if (relative === "") return root;
  return root?.child(relative) ?? field.newPath(relative);
}

function invalid(at: Place, value: unknown, text: string): FieldError {
  return field.invalid(pathOf(at), value, `${at.name} in body ${text}`);
}

/**
 * Returns the place of a property. kind and apiVersion of a whole object get no `update`, so they
 * are checked even if they are unchanged.
 */
function placeOf({ root, name, update }: Place, key: string): Place {
  const isTypeMeta = name === "" && (key === "apiVersion" || key === "kind");
  return { root, name: name === "" ? key : `${name}.${key}`, update: isTypeMeta ? undefined : update?.key(key) };
}

function checkType(at: Place, schema: CRDSchema, value: unknown, add: Add): void {
  const types = typesOf(schema);
  const { format = "" } = schema;
  if (types.length === 0 && format === "") return;
  const found = typeOf(value);
  const refuse = (wanted: string, given: string) => {
    const text = `${at.name} in body must be of type ${wanted}: ${JSON.stringify(given)}`;
    add(field.typeInvalid(pathOf(at), given, text));
  };
  if (found === "null") {
    if (types.length > 0 && schema.nullable !== true) refuse(types.join(","), found);
    return;
  }
  const isNumeric = types.includes("number") || types.includes("integer");
  const hasType =
    types.includes(found) ||
    (found === "integer" && types.includes("number")) ||
    (found === "number" && Number.isInteger(value) && types.includes("integer"));
  const isText = found === "string" || found === "array";
  if (!isText && format !== "" && !hasType && formatOfValue(value) !== format) refuse(format, formatOfValue(value));
  else if (!hasType && !(isText && format !== "" && !isNumeric)) refuse(types.join(","), found);
}

function typesOf({ type = "" }: CRDSchema): readonly string[] {
  return type === "" ? [] : [type];
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return isInt64(value) ? "integer" : "number";
  return typeof value;
}

function formatOfValue(value: unknown): string {
  if (typeof value !== "number") return "";
  return isInt64(value) ? "int64" : "float64";
}

/** Returns the compiled pattern of a schema; undefined if it has none. */
const patternOf = oncePer(({ pattern: text = "" }: CRDSchema) => (text === "" ? undefined : pattern(text)));

function checkText(at: Place, schema: CRDSchema, value: string, add: Add): void {
  const { length } = Array.from(value);
  if (schema.maxLength !== undefined && length > schema.maxLength) add(field.tooLong(pathOf(at), schema.maxLength));
  else if (schema.minLength !== undefined && length < schema.minLength)
    add(invalid(at, value, limitTexts.minLength(String(schema.minLength))));
  else if (patternOf(schema)?.matches(value) === false) add(invalid(at, value, patternText(schema.pattern ?? "")));
  const { format = "" } = schema;
  if (namedStringFormat(format)?.(value) === false)
    add(field.typeInvalid(pathOf(at), value, `${at.name} in body ${formatText(format, value)}`));
}

function checkNumber(at: Place, schema: CRDSchema, value: number, add: Add): void {
  const { minimum, maximum, multipleOf } = schema;
  const inRange = (number: number, what: string) => {
    const problem = rangeProblem(schema, number);
    if (problem !== undefined) add(field.invalid(at.root, "", `${what} value must be ${problem} in ${at.name}`));
    return problem === undefined;
  };
  // Go converts a limit to the type of the value, unless the limit violates the type of the schema.
  const isInteger = isInt64(value);
  const converted = (limit: number, what: string) =>
    inRange(limit, what) && isInteger
      ? { limit: goInt64(limit), text: goInt64(limit).toString() }
      : { limit, text: goFloat(limit) };
  const refuse = (text: string) => {
    add(invalid(at, value, text));
  };
  inRange(value, "Checked");
  if (multipleOf !== undefined) {
    const { limit, text } = converted(multipleOf, "MultipleOf");
    if (limit <= 0)
      add(
        field.invalid(pathOf(at), Number(limit), `factor MultipleOf declared for ${at.name} must be positive: ${text}`),
      );
    else if (!isMultipleOf(value, Number(limit))) refuse(limitTexts.multipleOf(text));
  }
  if (maximum !== undefined) {
    const { limit, text } = converted(maximum, "Maximum boundary");
    const isExclusive = schema.exclusiveMaximum === true;
    if (isExclusive ? value >= limit : value > limit) refuse(limitTexts.maximum(text, isExclusive));
  }
  if (minimum !== undefined) {
    const { limit, text } = converted(minimum, "Minimum boundary");
    const isExclusive = schema.exclusiveMinimum === true;
    if (isExclusive ? value <= limit : value < limit) refuse(limitTexts.minimum(text, isExclusive));
  }
}

/** Converts a number to an int64, as Go does on amd64: a number out of range becomes -2^63. */
function goInt64(value: number): bigint {
  return isInt64(Math.trunc(value)) ? BigInt(Math.trunc(value)) : -(2n ** 63n);
}

/**
 * Reports whether a value equals a member of an enumeration. As in Go, a number is first converted
 * to the type of the member.
 */
function isMember(value: unknown, member: unknown): boolean {
  if (jsonEqual(value, member)) return true;
  return typeof value === "number" && typeof member === "number" && isInt64(member) && Math.trunc(value) === member;
}

/**
 * Returns the words with which a message names the required type, for a number that violates the
 * type `integer` or the format of its schema. Returns undefined for a valid number, and if the
 * schema's type is not `integer`.
 */
function rangeProblem({ type, format = "" }: CRDSchema, number: number): string | undefined {
  if (type !== "integer") return undefined;
  const isInRange = isInt64(number) && (format !== "int32" || (number >= -(2 ** 31) && number < 2 ** 31));
  if (isInRange) return undefined;
  return `of type integer ${/^int(?:32|64)$/.test(format) ? `with format ${format}` : "(default format)"}`;
}

function checkList(at: Place, schema: CRDSchema, value: readonly unknown[], add: Add): void {
  const items = itemsSchema(schema);
  if (items !== undefined)
    value.forEach((one, index) => {
      check({ ...at, name: `${at.name}[${index}]`, update: at.update?.index(index) }, items, one, add);
    });
  if (schema.uniqueItems === true && repeated(value).length > 0)
    add(field.invalid(pathOf(at), "", `${at.name} in body ${duplicatesText}`));
  checkSize(at, schema, "items", value.length, add);
}

function checkSize(at: Place, schema: CRDSchema, of: "items" | "properties", size: number, add: Add): void {
  const [least, most] = bounds[of];
  const [min, max] = [schema[least], schema[most]];
  if (min !== undefined && size < min) add(invalid(at, size, limitTexts[least](String(min))));
  if (max !== undefined && size > max) add(field.tooMany(pathOf(at), size, max));
}

function checkObject(at: Place, schema: CRDSchema, value: Readonly<Record<string, unknown>>, add: Add): void {
  checkSize(at, schema, "properties", Object.keys(value).length, add);
  const values = valuesSchema(schema);
  if (schema.additionalProperties === false)
    for (const key of Object.keys(value))
      if (propertySchema(schema, key) === undefined)
        add(field.invalid(pathOf(at), "", `${at.name}.${key} in body is a forbidden property`));
  if (values !== undefined)
    for (const [key, one] of Object.entries(value))
      if (propertySchema(schema, key) === undefined)
        check({ ...placeOf(at, key), name: `${at.name}.${key}` }, values, one, add);
  for (const [key, one] of propertySchemas(schema))
    if (Object.hasOwn(value, key)) check(placeOf(at, key), one, value[key], add);
  for (const key of schema.required ?? [])
    if (!Object.hasOwn(value, key)) add(field.required(pathOf({ ...at, name: `${at.name}.${key}` }), ""));
}

/** Checks a value against the schemas in `allOf`, `anyOf`, `oneOf` and `not`. */
function checkNested(at: Place, schema: CRDSchema, value: unknown, add: Add): void {
  const problems = (one: CRDSchema): FieldError[] => {
    const found: FieldError[] = [];
    // Kubernetes checks nested schemas even if the value is unchanged.
    check({ ...at, update: undefined }, one, value, (error) => found.push(error));
    return found;
  };
  const refuse = (text: string) => {
    add(field.invalid(at.root, "", `${JSON.stringify(at.name)} must ${text}`));
  };
  const all = (schema.allOf ?? []).map(problems);
  all.flat().forEach(add);
  const valid = all.filter((found) => found.length === 0).length;
  if (valid < all.length) refuse(`validate all the schemas (allOf)${valid === 0 ? ". None validated" : ""}`);
  const any = (schema.anyOf ?? []).map(problems);
  if (any.length > 0 && any.every((found) => found.length > 0)) {
    refuse("validate at least one schema (anyOf)");
    any[0]?.forEach(add);
  }
  const one = (schema.oneOf ?? []).map(problems);
  const matching = one.filter((found) => found.length === 0).length;
  if (one.length > 0 && matching !== 1) {
    const found = matching === 0 ? "Found none valid" : `Found ${matching} valid alternatives`;
    refuse(`validate one and only one schema (oneOf). ${found}`);
    if (matching === 0) one[0]?.forEach(add);
  }
  if (schema.not !== undefined && problems(schema.not).length === 0) refuse("not validate the schema (not)");
}
