/** @file Prints the code for variables and results with fields and indexes. */
import type { Attribute, Qualifier, AttributePlan } from "../evaluate/plan.js";
import { unescapeProperty } from "../types/names.js";
import type { CELSchema } from "../types/schema.js";
import type { CodeBlock } from "./block.js";
import { boxed } from "./boxed.js";
import { printChoice } from "./choice.js";
import { printConstant } from "./constants.js";
import { Unprintable, forms, typeOfForm, type CodeForm, type JSONForm, type Operand } from "./form.js";
import { readElements, entryOf, memberOf, ownerOf, readAs, readingOf, type ReadFunction } from "./parts.js";
import type { PrintScope } from "./scope.js";

export function printAttribute({ attribute, isTest }: AttributePlan, block: CodeBlock, scope: PrintScope): Operand {
  if (isTest) return printTest(attribute, block, scope);
  const found = printResolution(attribute, block, scope);
  if (attribute.kind !== "conditional") block.charge(1);
  return found;
}

/** Prints the code for an attribute, without the cost of the attribute itself. */
export function printResolution(attribute: Attribute, block: CodeBlock, scope: PrintScope): Operand {
  if (attribute.kind !== "conditional") return printQualified(attribute, attribute.qualifiers, block, scope);
  const { condition, whenTrue, whenFalse } = attribute;
  return printChoice(
    scope.printBool(condition, block),
    block,
    (inner) => printResolution(whenTrue, inner, scope),
    (inner) => printResolution(whenFalse, inner, scope),
  );
}

type Resolved = Exclude<Attribute, { kind: "conditional" }>;

function printQualified(
  attribute: Resolved,
  qualifiers: readonly Qualifier[],
  block: CodeBlock,
  scope: PrintScope,
): Operand {
  let found =
    attribute.kind === "variable" ? scope.variable(attribute.slot, block) : scope.print(attribute.operand, block);
  for (const [index, qualifier] of qualifiers.entries()) {
    if (found.form.kind === "optional" || qualifier.isOptional)
      return printOptional(found, qualifiers.slice(index), block, scope);
    const [raw, reading, hint] = printPart(found, qualifier, block, scope);
    found = readAs(reading, raw, block, hint);
    block.charge(1);
  }
  return found;
}

/**
 * A part of a value: the code for its JSON, the function that converts the JSON, and a name for the
 * result.
 */
type Part = readonly [raw: string, reading: ReadFunction, hint: string];

function printPart(
  container: Operand,
  qualifier: Qualifier,
  block: CodeBlock,
  scope: PrintScope,
  isOptional = false,
): Part {
  if (qualifier.isTest) throw new Unprintable();
  const key =
    qualifier.attribute === undefined
      ? printConstant(qualifier.key, block)
      : printResolution(qualifier.attribute, block, scope);
  const { form } = container;
  if (form.kind === "struct" && typeof qualifier.attribute === "undefined")
    return propertyPart(container, form, qualifier.key, block, isOptional);
  const { code } = container;
  if (form.kind === "value")
    return [`cel.select(${code}, ${boxed(key, block)})`, { code: "cel.value", form: forms.value }, "part"];
  if (form.kind === "map" && key.form.kind === "string") return entryPart(container, form, key, block);
  if (key.form.kind !== "int") throw new Unprintable();
  const item = `cel.${isOptional ? "itemOrNone" : "item"}(${code}, ${key.code})`;
  if (form.kind === "list") return [item, readElements(block, form), "item"];
  if (form.kind === "array") return [item, { code: "", form: form.item }, "item"];
  throw new Unprintable();
}

/** @param isOptional true if the property may be absent */
function propertyPart(struct: Operand, form: JSONForm, key: unknown, block: CodeBlock, isOptional: boolean): Part {
  const name = typeof key === "string" ? unescapeProperty(key) : undefined;
  const { properties = {} } = form.schema;
  if (name === undefined || !Object.hasOwn(properties, name)) throw new Unprintable();
  const reading = readingOf(block, properties[name] as CELSchema, [...form.path, name]);
  return [memberOf(isOptional ? struct.code : ownerOf(struct, name, reading), name), reading, name];
}

function entryPart({ code }: Operand, form: JSONForm, key: Operand, block: CodeBlock): Part {
  return [entryOf(code, key.code), readElements(block, form), "entry"];
}

/**
 * Prints the code that reads fields and indexes of an optional, or of a value from the first
 * optional field on.
 */
function printOptional(start: Operand, qualifiers: readonly Qualifier[], block: CodeBlock, scope: PrintScope): Operand {
  const name = block.code.name("optional");
  const { form } = start;
  let of: CodeForm = forms.value;
  block.line(() => `let ${name}: ${typeOfForm(of)} | undefined;`);
  const chain = (container: Operand, [qualifier, ...rest]: readonly Qualifier[], inner: CodeBlock): void => {
    if (qualifier === undefined) {
      of = container.form;
      inner.line(`${name} = ${container.code};`);
      return;
    }
    const { kind } = container.form;
    if (!["struct", "map", "list", "array"].includes(kind)) throw new Unprintable();
    const [raw, reading, hint] = printPart(container, qualifier, inner, scope, true);
    const found = inner.constant(hint, raw);
    const whenSet = inner.inner();
    whenSet.charge(1);
    chain(readAs(reading, found, whenSet, hint), rest, whenSet);
    const isNull = kind === "struct" ? ` && ${found} !== null` : "";
    inner.add(`if (${found} !== undefined${isNull})`, whenSet);
  };
  if (form.kind === "optional") {
    const inner = block.inner();
    const whole = block.named(start.code);
    chain({ code: whole, form: form.of }, qualifiers, inner);
    block.add(`if (${whole} !== undefined)`, inner);
  } else chain(start, qualifiers, block);
  return { code: name, form: { kind: "optional", of } };
}

/**
 * Prints the code that tests whether a field is set. The test costs 1 less than reading the field.
 * For a value of a wrong type, the printed code throws an error.
 */
function printTest(attribute: Attribute, block: CodeBlock, scope: PrintScope): Operand {
  if (attribute.kind === "conditional") throw new Unprintable();
  const { qualifiers } = attribute;
  const last = qualifiers.at(-1);
  if (last?.isTest !== true || last.attribute !== undefined) throw new Unprintable();
  const container = printQualified(attribute, qualifiers.slice(0, -1), block, scope);
  const { form } = container;
  if (form.kind === "value") {
    block.charge(1);
    return {
      code: `cel.hasPart(${container.code}, ${boxed(printConstant(last.key, block), block)})`,
      form: forms.bool,
    };
  }
  if (form.kind !== "struct" && form.kind !== "map") throw new Unprintable();
  const [raw, reading] =
    form.kind === "struct"
      ? propertyPart(container, form, last.key, block, true)
      : entryPart(container, form, printConstant(last.key, block), block);
  block.charge(1);
  return { code: `cel.${form.kind === "struct" ? "has" : "hasEntry"}(${raw}, ${reading.code})`, form: forms.bool };
}
