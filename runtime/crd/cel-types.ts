/** @file What is known of the types of CEL expressions without a type checker. */
import type { Comprehension, Expression, FunctionCall, Identifier, Literal, Select } from "../cel/index.js";
import { fieldOf, type CELType } from "./cel-schema.js";

/** A mistake in an expression: the index of its place, and cel-go's text. */
export interface TypeFault {
  readonly at: number;
  readonly message: string;
}

/** The types of the variables that an expression can name. */
type Scope = ReadonlyMap<string, CELType>;

const unknown: CELType = { kind: "unknown" };
const [bool, int, text]: readonly [CELType, CELType, CELType] = [{ kind: "bool" }, { kind: "int" }, { kind: "string" }];

/** Functions and operators whose result is a boolean for all arguments that they accept. */
const booleans: ReadonlySet<string> = new Set(
  "_&&_ _||_ !_ _==_ _!=_ _<_ _<=_ _>_ _>=_ @in startsWith endsWith contains matches".split(" "),
);

/** The names of types, which are values. */
const types: ReadonlySet<string> = new Set(
  "bool bytes double dyn duration error int list map null_type optional_type string timestamp type uint".split(" "),
);

const scalars: ReadonlySet<string> = new Set(["bool", "int", "double", "string"]);

/**
 * Finds names that do not exist, such as fields that the schema does not have, and the type of the
 * result.
 */
export class TypeFinder {
  readonly faults: TypeFault[] = [];
  /** Macros repeat expressions, always with the same variables. */
  readonly #known = new Map<Expression, CELType>();

  /** Returns the type of an expression with the given variables; `unknown` if it is not certain. */
  typeOf(expression: Expression, variables: Scope): CELType {
    const known = this.#known.get(expression);
    if (known !== undefined) return known;
    const type = this.#typeOf(expression, variables);
    this.#known.set(expression, type);
    return type;
  }

  #typeOf(expression: Expression, variables: Scope): CELType {
    switch (expression.kind) {
      case "literal":
        return typeOfLiteral(expression);
      case "identifier":
        return variables.get(expression.name) ?? this.#undeclared(expression);
      case "select":
        return this.#select(expression, variables);
      case "call":
        return this.#call(expression, variables);
      case "list":
        for (const one of expression.elements) this.typeOf(one, variables);
        return { kind: "list", items: unknown };
      case "map":
        for (const { key, value } of expression.entries) {
          this.typeOf(key, variables);
          this.typeOf(value, variables);
        }
        return { kind: "map", values: unknown };
      case "message":
        for (const { value } of expression.fields) this.typeOf(value, variables);
        return unknown;
      case "comprehension":
        return this.#comprehension(expression, variables);
      case "missing":
        return unknown;
    }
  }

  #undeclared({ name, at }: Identifier): CELType {
    if (!types.has(name)) this.faults.push({ at, message: `undeclared reference to '${name}' (in container '')` });
    return unknown;
  }

  /**
   * Returns the type of a value with a field or a function. It can be the name of a package:
   * `math.abs`.
   */
  #typeOfOwner(expression: Expression, variables: Scope): CELType {
    const isPackage = expression.kind === "identifier" && !variables.has(expression.name);
    return isPackage ? unknown : this.typeOf(expression, variables);
  }

  #select({ operand, field, at, isTest }: Select, variables: Scope): CELType {
    const type = this.#field(this.#typeOfOwner(operand, variables), field, at);
    return isTest ? bool : type;
  }

  #field(type: CELType, name: string, at: number): CELType {
    if (type.kind === "map") return type.values;
    if (scalars.has(type.kind)) {
      this.faults.push({ at, message: `type '${type.kind}' does not support field selection` });
      return unknown;
    }
    if (type.kind !== "object") return type.kind === "dyn" ? type : unknown;
    const found = fieldOf(type, name);
    if (found !== undefined) return found;
    this.faults.push({ at, message: `undefined field '${name}'` });
    return unknown;
  }

  #call({ name, target, arguments: given, at }: FunctionCall, variables: Scope): CELType {
    const operands = [
      ...(target === undefined ? [] : [this.#typeOfOwner(target, variables)]),
      ...given.map((one) => this.typeOf(one, variables)),
    ];
    const [first = unknown, second = unknown, third = unknown] = operands;
    const [, field] = given;
    if (booleans.has(name)) return bool;
    switch (name) {
      case "_?._":
        if (field?.kind === "literal" && typeof field.value === "string" && first.kind === "object")
          this.#field(first, field.value, at);
        return unknown;
      case "_[_]":
        return first.kind === "list" ? first.items : first.kind === "map" ? first.values : unknown;
      case "_?_:_":
        return second.kind === third.kind ? second : unknown;
      case "size":
        return int;
      case "-_":
        return first;
      case "_+_":
      case "_-_":
      case "_*_":
      case "_/_":
      case "_%_":
        return scalars.has(first.kind) && first.kind === second.kind ? first : unknown;
      default:
        return unknown;
    }
  }

  #comprehension(loop: Comprehension, variables: Scope): CELType {
    const range = this.typeOf(loop.range, variables);
    const accumulator = this.typeOf(loop.initial, variables);
    const [key, value] =
      range.kind === "list" ? [int, range.items] : range.kind === "map" ? [text, range.values] : [unknown, unknown];
    const single = range.kind === "list" ? value : key;
    const inner = new Map([...variables, [loop.accumulator, accumulator]]);
    const body = new Map([...inner, [loop.variable, loop.variable2 === undefined ? single : key]]);
    if (loop.variable2 !== undefined) body.set(loop.variable2, value);
    body.set(loop.accumulator, accumulator);
    this.typeOf(loop.condition, body);
    this.typeOf(loop.step, body);
    return this.typeOf(loop.result, inner);
  }
}

function typeOfLiteral({ value }: Literal): CELType {
  if (value === null) return { kind: "null" };
  switch (typeof value) {
    case "boolean":
      return bool;
    case "bigint":
      return int;
    case "number":
      return { kind: "double" };
    case "string":
      return text;
    default:
      return { kind: "other" };
  }
}

/** Reports whether an expression contains the name of a variable. */
export function mentions(expression: Expression, name: string, seen = new Set<Expression>()): boolean {
  if (seen.has(expression)) return false;
  seen.add(expression);
  return expression.kind === "identifier"
    ? expression.name === name
    : partsOf(expression).some((part) => mentions(part, name, seen));
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "select":
      return [expression.operand];
    case "call":
      return [...(expression.target === undefined ? [] : [expression.target]), ...expression.arguments];
    case "list":
      return expression.elements;
    case "map":
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case "message":
      return expression.fields.map(({ value }) => value);
    case "comprehension":
      return [expression.range, expression.initial, expression.condition, expression.step, expression.result];
    default:
      return [];
  }
}
