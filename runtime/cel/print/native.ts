/** @file Prints calls as operators and methods of JavaScript. */
import { callCost } from "../evaluate/costs.js";
import type { CallPlan } from "../evaluate/plan.js";
import type { CodeBlock } from "./block.js";
import { boxed } from "./boxed.js";
import { forms, noOptional, type CodeForm, type Operand } from "./form.js";
import { printFold } from "./folds.js";
import { readElements, entryOf } from "./parts.js";

/** Prints a call; undefined if the forms of the arguments are not supported. */
type Native = (parts: readonly Operand[], block: CodeBlock, call: CallPlan) => Operand | undefined;

/**
 * Prints a call as JavaScript without a call of the evaluator's function. Returns undefined if the
 * form of an argument is not supported.
 */
export function printNative(plan: CallPlan, parts: readonly Operand[], block: CodeBlock): Operand | undefined {
  const { name, overload } = plan.call;
  const operand = Object.hasOwn(natives, name) ? natives[name]?.(parts, block, plan) : undefined;
  const cost = callCost(name, overload);
  // A native whose cost depends on the arguments adds the cost itself.
  if (operand !== undefined && typeof cost === "number") block.charge(cost);
  return operand;
}

function kindsOf(parts: readonly Operand[]): string {
  return parts.map(({ form }) => form.kind).join(" ");
}

/** Returns a native for calls with one operand of the given kinds. */
function unary(kinds: readonly CodeForm["kind"][], print: (operand: Operand, block: CodeBlock) => Operand): Native {
  return ([operand], block) =>
    operand !== undefined && kinds.includes(operand.form.kind) ? print(operand, block) : undefined;
}

/**
 * The variants of a binary operator, by the kinds of its operands: the form of the result, and the
 * code for operands `a` and `b`.
 */
type Operator = Readonly<Record<string, readonly [form: CodeForm, code: string]>>;

const operator =
  (variants: Operator): Native =>
  (parts, block, plan) => {
    const kinds = kindsOf(parts);
    const found = Object.hasOwn(variants, kinds) ? variants[kinds] : undefined;
    if (found === undefined) return undefined;
    const [form, code] = found;
    const [a = "", b = ""] = parts.map((part) => block.named(part.code));
    if (kinds === "string string" && typeof callCost(plan.call.name, plan.call.overload) !== "number")
      chargeStrings(plan.call.name, a, b, block);
    const result = code.replaceAll(/\b[ab]\b/g, (name) => (name === "a" ? a : b));
    return { code: form === forms.bool ? result : block.constant(nameOf(form), result), form };
  };

function nameOf({ kind }: CodeForm): string {
  return kind === "string" ? "text" : "number";
}

function chargeStrings(name: string, a: string, b: string, block: CodeBlock): void {
  if (name === "_+_") block.chargeFor(`cel.joinedCost(${a}, ${b})`);
  else chargeShorter(a, b, block);
}

function comparison(sign: string): Native {
  return operator({
    "int int": [forms.bool, `(a ${sign} b)`],
    "double double": [forms.bool, `(cel.ordered(a) ${sign} cel.ordered(b))`],
    "string string": [forms.bool, `(cel.compareStrings(a, b) ${sign} 0)`],
  });
}

function arithmetic(sign: string, more: Operator = {}): Native {
  return operator({
    "int int": [forms.int, `cel.safe(a ${sign} b)`],
    "double double": [forms.double, `(a ${sign} b)`],
    ...more,
  });
}

const size: Native = ([operand], block) => {
  const length = operand && sizeOf(operand.code, operand.form);
  return length === undefined ? undefined : { code: block.constant("size", length), form: forms.int };
};

function sizeOf(code: string, { kind }: CodeForm): string | undefined {
  if (kind === "string") return `cel.codePoints(${code})`;
  if (kind === "list" || kind === "array") return `${code}.length`;
  return kind === "map" || kind === "struct" ? `Object.keys(${code}).length` : undefined;
}

/** Prints a call such as `startsWith`, which tests whether a string contains another string. */
function partTest(method: string): Native {
  return (parts, block) => {
    if (kindsOf(parts) !== "string string") return undefined;
    const [text = "", part = ""] = parts.map((each) => block.named(each.code));
    block.chargeFor(method === "includes" ? `cel.containsCost(${text}, ${part})` : `cel.textCost(${part})`);
    return { code: `${text}.${method}(${part})`, form: forms.bool };
  };
}

/** Prints a match of a constant regular expression. */
const matches: Native = (parts, block, { arguments: [, second] }) => {
  const [text] = parts;
  if (text?.form.kind !== "string" || second?.kind !== "constant" || typeof second.value !== "string") return undefined;
  const name = block.named(text.code);
  const expression = JSON.stringify(second.value);
  block.chargeFor(`cel.searchCost(${name}, ${block.code.constant("pattern size", `cel.patternCost(${expression})`)})`);
  return { code: `${block.code.constant("pattern", `cel.pattern(${expression})`)}.matches(${name})`, form: forms.bool };
};

const searchable: readonly string[] = ["string", "int", "bool"];

/** Prints `in`: a search in a list or in the keys of a map. */
const isIn: Native = (parts, block, plan) => {
  const [wanted, container] = parts;
  if (wanted === undefined || container === undefined) return undefined;
  const { code, form } = container;
  const { kind } = wanted.form;
  if (form.kind === "map" && kind === "string") {
    const raw = entryOf(code, wanted.code);
    return { code: `cel.hasEntry(${raw}, ${readElements(block, form).code})`, form: forms.bool };
  }
  if (plan.call.overload !== "in_list" || !searchable.includes(kind)) return undefined;
  const items = itemsOf(container, kind, block);
  if (items === undefined) return undefined;
  block.chargeFor(`${code}.length`);
  return { code: `${items}.includes(${wanted.code})`, form: forms.bool };
};

/**
 * Returns code for an array of a list's items if they have the given kind; undefined for other
 * items.
 */
function itemsOf({ code, form }: Operand, kind: string, block: CodeBlock): string | undefined {
  if (form.kind === "array") return form.item.kind === kind ? code : undefined;
  if (form.kind !== "list") return undefined;
  const reading = readElements(block, form);
  return reading.form.kind === kind ? block.constant("items", `cel.listAs(${code}, ${reading.code})`) : undefined;
}

/** Prints the validation of a string by a constant named format. */
const validate: Native = (parts, block, { arguments: [first] }) => {
  const [format, text] = parts;
  if (format === undefined || text?.form.kind !== "string" || first?.kind !== "call") return undefined;
  const name = block.named(text.code);
  block.chargeFor(`cel.searchCost(${name}, ${block.code.constant("format size", `cel.formatCost(${format.code})`)})`);
  const problems = block.constant("problems", `cel.problems(${format.code}, ${name})`);
  return { code: problems, form: { kind: "optional", of: forms.typed } };
};

/** Prints a function of the items of a list. */
const fold: Native = ([list], block, { call }) => list && printFold(call.name, list, block);

const valueOf: Native = ([operand], block) =>
  operand?.form.kind === "optional"
    ? { code: block.constant("value", `cel.present(${operand.code})`), form: operand.form.of }
    : undefined;

const present: Native = ([operand]) =>
  operand === undefined || operand.form.kind === "optional"
    ? undefined
    : { code: operand.code, form: { kind: "optional", of: operand.form } };

const natives: Readonly<Record<string, Native>> = {
  "!_": unary(["bool"], ({ code }) => ({ code: `!${code}`, form: forms.bool })),
  "_==_": ([a, b], block) => a && b && printEquality(false, a, b, block),
  "_!=_": ([a, b], block) => a && b && printEquality(true, a, b, block),
  "_<_": comparison("<"),
  "_<=_": comparison("<="),
  "_>_": comparison(">"),
  "_>=_": comparison(">="),
  "_+_": arithmetic("+", { "string string": [forms.string, "(a + b)"] }),
  "_-_": arithmetic("-"),
  "_*_": arithmetic("*"),
  "_/_": operator({ "int int": [forms.int, "cel.quotient(a, b)"], "double double": [forms.double, "(a / b)"] }),
  "_%_": operator({ "int int": [forms.int, "cel.rest(a, b)"] }),
  "-_": unary(["int", "double"], ({ code, form }, block) => ({ code: block.constant("negative", `-(${code})`), form })),
  "@in": isIn,
  "@not_strictly_false": unary(["bool"], (operand) => operand),
  size,
  matches,
  startsWith: partTest("startsWith"),
  endsWith: partTest("endsWith"),
  contains: partTest("includes"),
  sum: fold,
  isSorted: fold,
  validate,
  hasValue: unary(["optional"], ({ code }) => ({ code: `(${code} !== undefined)`, form: forms.bool })),
  value: valueOf,
  // This optional does not determine the type of its value: in a choice between two optionals, the
  // other optional does.
  "optional.none": () => noOptional,
  "optional.of": present,
  dyn: ([operand], block) => operand && { code: boxed(operand, block), form: forms.value },
};

const scalars: readonly string[] = ["bool", "int", "double", "string"];

/** Prints the code for `==` or `!=`. */
function printEquality(isNegated: boolean, a: Operand, b: Operand, block: CodeBlock): Operand {
  const first = a.form.kind;
  if (first !== b.form.kind || !scalars.includes(first)) return printGeneral(a, b, isNegated, block);
  const [one, other] = first === "string" ? [block.named(a.code), block.named(b.code)] : [a.code, b.code];
  if (first === "string") chargeShorter(one, other, block);
  else block.charge(1);
  return equalityTest(`${one} ${isNegated ? "!==" : "==="} ${other}`, [one, other], isNegated, block);
}

/**
 * Returns the code of a comparison. The result of a comparison with a literal is stored in a
 * constant with the declared type boolean. Otherwise, TypeScript would narrow the type of the
 * compared value, and would report a later comparison with another literal as always false.
 */
function equalityTest(code: string, sides: readonly string[], isNegated: boolean, block: CodeBlock): Operand {
  const literals = sides.filter(isLiteral);
  if (literals.length === 0) return { code: `(${code})`, form: forms.bool };
  if (literals.length === 2) return { code: String((literals[0] === literals[1]) !== isNegated), form: forms.bool };
  return { code: block.constant(isNegated ? "differs" : "equal", code, "boolean"), form: forms.bool };
}

function isLiteral(code: string): boolean {
  return /^(?:"|-?\d|true$|false$)/.test(code);
}

/** Adds the cost of comparing two strings, which is the cost of reading the shorter one. */
function chargeShorter(one: string, other: string, block: CodeBlock): void {
  block.chargeFor(`cel.shorterCost(${one}, ${other})`);
}

function printGeneral(left: Operand, right: Operand, isNegated: boolean, block: CodeBlock): Operand {
  const [a, b] = [boxed(left, block), boxed(right, block)].map((code) => block.named(code));
  if ([left, right].every(({ form }) => ["bool", "int", "double"].includes(form.kind))) block.charge(1);
  else block.chargeFor(`cel.${isNegated ? "differenceCost" : "equalityCost"}(${String(a)}, ${String(b)})`);
  return {
    code: block.constant("equal", `cel.${isNegated ? "differs" : "equals"}(${String(a)}, ${String(b)})`),
    form: forms.bool,
  };
}
