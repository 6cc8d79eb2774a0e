/** @file Prints the code that reads JSON with a schema. */
import { isInherited } from "../../json/values.js";
import { isSchema, withObjectMeta, type CELSchema } from "../types/schema.js";
import type { CodeBlock } from "./block.js";
import { forms, type CodeForm, type JSONForm, type Operand } from "./form.js";

/** Code of a function that reads a value of a schema, and the form of its result. */
export interface ReadFunction {
  readonly code: string;
  readonly form: CodeForm;
}

const scalars: Readonly<Record<string, ReadFunction>> = {
  boolean: { code: "cel.bool", form: forms.bool },
  integer: { code: "cel.int", form: forms.int },
  number: { code: "cel.double", form: forms.double },
};

const formats = ["byte", "date", "date-time", "duration"];

/**
 * Returns the function that reads values of a schema.
 *
 * @param path the path to the schema from the schema of `self`
 */
export function readingOf(block: CodeBlock, given: CELSchema, path: readonly string[]): ReadFunction {
  const { type = "", format = "" } = given;
  if (given["x-kubernetes-int-or-string"] === true) return closureReading(block, path);
  if (Object.hasOwn(scalars, type)) return scalars[type] as ReadFunction;
  if (type === "string")
    return formats.includes(format) ? closureReading(block, path) : { code: "cel.text", form: forms.string };
  if (type === "array" && isSchema(given.items))
    return { code: "cel.list", form: { kind: "list", schema: given, path } };
  if (type !== "object") return closureReading(block, path);
  const schema = withObjectMeta(given);
  const isStruct = Object.keys(schema.properties ?? {}).length > 0;
  if (isStruct) return { code: "cel.object", form: { kind: "struct", schema, path } };
  return typeof schema.additionalProperties === "object"
    ? { code: "cel.object", form: { kind: "map", schema, path } }
    : closureReading(block, path);
}

function closureReading(block: CodeBlock, path: readonly string[]): ReadFunction {
  return { code: pathReader(block, path), form: forms.value };
}

/**
 * Returns the name of a function that converts JSON to a value of the evaluator.
 *
 * @param path the path to the schema of the JSON from the schema of `self`
 */
export function pathReader({ code }: CodeBlock, path: readonly string[]): string {
  return code.constant(`read ${path.join(" ")}`, `read(${path.map((step) => JSON.stringify(step)).join(", ")})`);
}

/** Returns the function that reads the items of a list, or the values of a map. */
export function readElements(block: CodeBlock, { kind, schema, path }: JSONForm): ReadFunction {
  const { items, additionalProperties } = schema;
  const element = kind === "list" ? items : additionalProperties;
  return readingOf(block, element as CELSchema, [...path, kind === "list" ? "[]" : "{}"]);
}

/**
 * Returns code for the JSON of a property of an object, or of an entry of a map. The code's value
 * is undefined if the property is not set.
 */
export function memberOf(object: string, name: string): string {
  const key = JSON.stringify(name);
  return isInherited(name) ? `cel.own(${object}, ${key})` : `${object}[${key}]`;
}

/**
 * Returns code for the JSON of an entry of a map.
 *
 * @param key code of the entry's key
 */
export function entryOf(map: string, key: string): string {
  return key.startsWith('"') ? memberOf(map, JSON.parse(key) as string) : `cel.own(${map}, ${key})`;
}

/**
 * Returns the operand for a value that a function reads. The value is stored in a constant; for an
 * object with properties, only where the object is used.
 */
export function readAs({ code, form }: ReadFunction, raw: string, block: CodeBlock, hint: string): Operand {
  if (form.kind === "struct") return new Struct(raw, form, block, hint);
  return { code: code === "" ? raw : block.constant(hint, `${code}(${raw})`), form };
}

/**
 * An operand for an object with properties. The code that checks the object is printed where its
 * value is used.
 */
class Struct implements Operand {
  readonly form: CodeForm;
  readonly #raw: string;
  readonly #block: CodeBlock;
  readonly #hint: string;

  constructor(raw: string, form: CodeForm, block: CodeBlock, hint: string) {
    this.form = form;
    this.#raw = raw;
    this.#block = block;
    this.#hint = hint;
  }

  get code(): string {
    return this.#block.constant(this.#hint, this.#checked);
  }

  get unchecked(): string {
    return this.#block.find(this.#checked) ?? this.#block.constant(this.#hint, `cel.fields(${this.#raw})`);
  }

  get #checked(): string {
    return `cel.object(${this.#raw})`;
  }
}

/** JavaScript's classes of JSON values that are not plain objects. */
const otherClasses = [Array, BigInt, Boolean, Number, String];

/**
 * Returns code for the object from which a field is read. Values that are not objects have no
 * fields except those of their prototypes. Therefore, the check of the field's type is usually
 * sufficient, and the object itself is not checked.
 */
export function ownerOf(struct: Operand, name: string, { form }: ReadFunction): string {
  const isChecked = form.kind !== "value" && !otherClasses.some(({ prototype }) => name in prototype);
  return (isChecked ? struct.unchecked : undefined) ?? struct.code;
}
