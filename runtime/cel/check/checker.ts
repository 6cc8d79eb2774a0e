import type { CELEnvironment } from "../environment/environment.js";
import type { Comprehension, Expression, FunctionCall, List, MapLiteral, Message, Select } from "../tree/expression.js";
import type { SourceProblems } from "../base/source.js";
import { messageName, type TypeProvider } from "../types/provider.js";
import type { Overload } from "../functions/declaration.js";
import * as types from "../types/type.js";
import { printCELType, type ExpressionType } from "../types/type.js";
import { Bindings, mostGeneral } from "../types/unify.js";
import { typeOfValue } from "../values/describe.js";

/**
 * A variable, a type or a constant to which a name refers, or the overloads that a call selects.
 */
export type ResolvedReference =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "function"; readonly name: string; readonly overloads: readonly string[] };

/** An expression with the types and the references of its parts. */
export interface TypedExpression {
  readonly expression: Expression;
  /** The type of the whole expression. */
  readonly type: ExpressionType;
  readonly types: ReadonlyMap<Expression, ExpressionType>;
  readonly references: ReadonlyMap<Expression, ResolvedReference>;
}

/** Matches overloads that compare an int, a uint or a double with a number of another type. */
const mixedNumbers = /^(?:less|greater)(?:_equals)?_(?:int64|uint64|double)_(?:int64|uint64|double)$/;

type Variable = readonly [name: string, type: ExpressionType];

/** Checks types in cel-go's order, which matters because each check can bind type parameters. */
export class Checker {
  readonly #environment: CELEnvironment;
  readonly #provider: TypeProvider;
  /** The variables of the whole expression. */
  readonly #globals: ReadonlyMap<string, ExpressionType>;
  /** The variables of macros, from the outermost macro to the innermost one. */
  #locals: readonly Variable[] = [];
  readonly #problems: SourceProblems;
  readonly #bindings = new Bindings();
  readonly #types = new Map<Expression, ExpressionType>();
  readonly #references = new Map<Expression, ResolvedReference>();
  /** Returns the type of an expression. An expression that occurs twice is checked once. */
  readonly #check: (expression: Expression) => ExpressionType;
  /**
   * True if numbers of different types can be compared. In older versions of Kubernetes, as in
   * cel-go, this is true only after the start of the first loop.
   */
  #mixesNumbers: boolean;

  constructor(
    environment: CELEnvironment,
    provider: TypeProvider,
    variables: ReadonlyMap<string, ExpressionType>,
    problems: SourceProblems,
  ) {
    this.#environment = environment;
    this.#provider = provider;
    this.#globals = variables;
    this.#problems = problems;
    this.#mixesNumbers = environment.has("mixed-numbers");
    this.#check = problems.once((expression: Expression) => {
      const type = this.#typeOf(expression);
      this.#types.set(expression, type);
      return type;
    });
  }

  /**
   * Checks the types of an expression, and adds problems to the list. Returns the expression with
   * the types of its parts.
   */
  checked(expression: Expression): TypedExpression {
    this.#check(expression);
    const final = new Map<Expression, ExpressionType>();
    for (const [part, type] of this.#types) final.set(part, this.#bindings.substitute(type, types.dyn));
    const type = final.get(expression) ?? types.dyn;
    return { expression, type, types: final, references: this.#references };
  }

  #typeOf(expression: Expression): ExpressionType {
    switch (expression.kind) {
      case "literal":
        return typeOfValue(expression.value);
      case "identifier":
        return this.#name(expression, expression.name, this.#find(expression.name));
      case "select":
        return this.#select(expression);
      case "call":
        return expression.name === "_?._" ? this.#optionalSelect(expression) : this.#call(expression);
      case "list":
        return this.#list(expression);
      case "map":
        return this.#map(expression);
      case "message":
        return this.#message(expression);
      case "comprehension":
        return this.#comprehension(expression);
      case "missing":
        return types.errorType;
    }
  }

  #name(expression: Expression, name: string, type: ExpressionType | undefined): ExpressionType {
    if (type === undefined) return this.#undeclared(expression.at, name);
    this.#references.set(expression, { kind: "name", name });
    return type;
  }

  /**
   * Returns the type of a name; undefined if the name is not known. A name that begins with a dot
   * does not refer to variables of macros.
   */
  #find(name: string): ExpressionType | undefined {
    return name.startsWith(".") ? this.#global(name.slice(1)) : (this.#local(name) ?? this.#global(name));
  }

  /**
   * Returns the type of a name with dots, such as `a.b`; undefined if the name is not known, or if
   * its first part is a variable of a macro.
   */
  #findQualified(first: string, name: string): ExpressionType | undefined {
    if (first.startsWith(".")) return this.#global(name.slice(1));
    return this.#local(first) === undefined ? this.#global(name) : undefined;
  }

  #local(name: string): ExpressionType | undefined {
    return this.#locals.findLast(([local]) => local === name)?.[1];
  }

  #global(name: string): ExpressionType | undefined {
    return this.#globals.get(name) ?? this.#provider.value(name);
  }

  #undeclared(at: number, name: string): ExpressionType {
    this.#problems.add(at, `undeclared reference to '${name}' (in container '')`);
    return types.errorType;
  }

  /**
   * Returns the type of a field selection. A chain of selections such as `a.b.c` can also be the
   * name of a type.
   */
  #select(expression: Select): ExpressionType {
    const names = expression.isTest ? undefined : qualifiedName(expression);
    const type = names && this.#findQualified(names.first, names.name);
    if (names !== undefined && type !== undefined) return this.#name(expression, names.name, type);
    const field = this.#field(expression, expression.operand, expression.field, false);
    return expression.isTest ? types.boolType : this.#bindings.substitute(field);
  }

  #optionalSelect(expression: FunctionCall): ExpressionType {
    const [operand, field] = expression.arguments;
    const name = field?.kind === "literal" && typeof field.value === "string" ? field.value : "";
    const type = this.#field(expression, operand as Expression, name, true);
    this.#references.set(expression, { kind: "function", name: "_?._", overloads: ["select_optional_field"] });
    return this.#bindings.substitute(type);
  }

  #field({ at }: Expression, operand: Expression, name: string, isOptional: boolean): ExpressionType {
    const type = this.#bindings.substitute(this.#check(operand));
    const inner = types.inOptional(type);
    const result = this.#fieldType(at, inner ?? type, name);
    return isOptional || inner !== undefined ? types.optionalType(result) : result;
  }

  #fieldType(at: number, type: ExpressionType, name: string): ExpressionType {
    if (type.kind === "map") return type.parameters[1] ?? types.dyn;
    if (type.kind === "struct") return this.#fieldOf(at, type.name, name);
    if (type.kind === "param") this.#bindings.isAssignable(types.dyn, type);
    else if (!types.isDynOrError(type))
      this.#problems.add(at, `type '${printCELType(type)}' does not support field selection`);
    return types.dyn;
  }

  #fieldOf(at: number, struct: string, field: string): ExpressionType {
    const type = this.#provider.struct(struct) && this.#provider.field(struct, field);
    if (type !== undefined) return type;
    const isKnown = this.#provider.struct(struct) !== undefined;
    this.#problems.add(at, isKnown ? `undefined field '${field}'` : `unexpected failed resolution of '${struct}'`);
    return types.errorType;
  }

  /**
   * Returns the type of a call. `a.f(x)` calls the function `f` with the target `a`, or a function
   * with the name `a.f`.
   */
  #call(expression: FunctionCall): ExpressionType {
    const { name, target, at } = expression;
    const parts = expression.arguments;
    const argumentTypes = parts.map((each) => this.#check(each));
    const namespace = target && qualifiedName(target)?.name;
    const qualified = target === undefined ? name : namespace && `${namespace}.${name}`;
    const overloads = qualified === undefined ? undefined : this.#overloads(qualified);
    if (qualified !== undefined && overloads !== undefined)
      return this.#resolved(expression, withoutDot(qualified), overloads, false, argumentTypes);
    if (target === undefined) return this.#undeclared(at, name);
    const targetType = this.#check(target);
    const methods = this.#overloads(name);
    if (methods === undefined) return this.#undeclared(at, name);
    return this.#resolved(expression, name, methods, true, [targetType, ...argumentTypes]);
  }

  #overloads(name: string): readonly Overload[] | undefined {
    return this.#environment.overloads(withoutDot(name));
  }

  #resolved(
    expression: FunctionCall,
    name: string,
    overloads: readonly Overload[],
    isMethod: boolean,
    given: readonly ExpressionType[],
  ): ExpressionType {
    const candidates = overloads.filter((each) => each.isMethod === isMethod && this.#isAllowed(each));
    if (name === "_&&_" || name === "_||_") return this.#logic(expression, name, candidates, given);
    const matching: string[] = [];
    let result: ExpressionType | undefined;
    for (const overload of candidates) {
      const { parameters, result: type } = this.#instance(overload);
      if (!this.#bindings.areAssignable(given, parameters)) continue;
      matching.push(overload.id);
      const found = this.#bindings.substitute(type);
      if (result === undefined) result = found;
      else if (!types.isDyn(result) && !types.isSameType(found, result)) result = types.dyn;
    }
    if (result === undefined) return this.#noOverload(expression.at, name, isMethod, given);
    this.#references.set(expression, { kind: "function", name, overloads: matching });
    return result;
  }

  #isAllowed({ id }: Overload): boolean {
    return this.#mixesNumbers || !mixedNumbers.test(id);
  }

  #logic(
    expression: FunctionCall,
    name: string,
    candidates: readonly Overload[],
    given: readonly ExpressionType[],
  ): ExpressionType {
    const isWrong = given.map((type, index) =>
      this.#mismatches(expression.arguments[index] as Expression, types.boolType, type),
    );
    if (isWrong.includes(true)) return types.errorType;
    this.#references.set(expression, { kind: "function", name, overloads: candidates.map(({ id }) => id) });
    return types.boolType;
  }

  /** Returns the types of an overload's parameters and result, with new type parameters. */
  #instance({ parameters, result, variables }: Overload): Pick<Overload, "parameters" | "result"> {
    if (variables.length === 0) return { parameters, result };
    const own = new Map(variables.map((name) => [name, this.#bindings.variable()]));
    return { parameters: parameters.map((each) => replaced(each, own)), result: replaced(result, own) };
  }

  #noOverload(at: number, name: string, isMethod: boolean, given: readonly ExpressionType[]): ExpressionType {
    const texts = given.map((type) => printCELType(this.#bindings.substitute(type, types.dyn)));
    const [target, ...rest] = texts;
    const signature = isMethod ? `${target ?? ""}.(${rest.join(", ")})` : `(${texts.join(", ")})`;
    this.#problems.add(at, `found no matching overload for '${name}' applied to '${signature}'`);
    return types.errorType;
  }

  #list({ elements, optional }: List): ExpressionType {
    let joined: ExpressionType | undefined;
    for (const [index, element] of elements.entries()) {
      const type = this.#check(element);
      joined = this.#joined(joined, optional.has(index) ? this.#unwrapped(element, type) : type);
    }
    return types.listOfType(joined ?? this.#bindings.variable());
  }

  #map({ entries }: MapLiteral): ExpressionType {
    let [keys, values]: (ExpressionType | undefined)[] = [];
    for (const { key, value, isOptional } of entries) {
      keys = this.#joined(keys, this.#check(key));
      const type = this.#check(value);
      values = this.#joined(values, isOptional ? this.#unwrapped(value, type) : type);
    }
    return types.mapOfTypes(keys ?? this.#bindings.variable(), values ?? this.#bindings.variable());
  }

  /**
   * Returns the type of the value in an optional. Returns a `type` that is not an optional
   * unchanged, and adds a problem unless it is dyn.
   */
  #unwrapped({ at }: Expression, type: ExpressionType): ExpressionType {
    const inner = types.inOptional(type);
    if (inner === undefined && !types.isDyn(type)) this.#addMismatch(at, types.optionalType(type), type);
    return inner ?? type;
  }

  /** Returns the common type of the earlier items of a literal and the next item; dyn if none. */
  #joined(previous: ExpressionType | undefined, current: ExpressionType): ExpressionType {
    if (previous === undefined) return current;
    return this.#bindings.isAssignable(previous, current) ? mostGeneral(previous, current) : types.dyn;
  }

  #message(expression: Message): ExpressionType {
    const { at, name, fields } = expression;
    const [type] = this.#provider.value(withoutDot(name))?.parameters ?? [];
    if (type === undefined) return this.#undeclared(at, name);
    this.#references.set(expression, { kind: "name", name: withoutDot(name) });
    const struct = messageName(type);
    if (struct === undefined) this.#problems.add(at, `'${type.name}' is not a message type`);
    for (const field of fields) {
      const value = this.#check(field.value);
      const expected = this.#fieldOf(field.at, struct ?? withoutDot(name), field.name);
      const given = field.isOptional ? this.#unwrapped(field.value, value) : value;
      if (!this.#bindings.isAssignable(expected, given))
        this.#problems.add(
          field.at,
          `expected type of field '${field.name}' is '${printCELType(expected)}' but provided type is '${printCELType(given)}'`,
        );
    }
    return struct === undefined ? types.errorType : type;
  }

  #comprehension(expression: Comprehension): ExpressionType {
    const { range, variable, variable2, accumulator, initial, condition, step, result } = expression;
    this.#check(range);
    const accumulated = this.#check(initial);
    const [first, second] = this.#variables(range, variable2 !== undefined);
    const outer = this.#locals;
    const inner: readonly Variable[] = [...outer, [accumulator, accumulated]];
    this.#mixesNumbers = true;
    this.#locals = [...inner, [variable, first], ...(variable2 === undefined ? [] : [[variable2, second] as const])];
    this.#mismatches(condition, types.boolType, this.#check(condition), false);
    this.#mismatches(step, accumulated, this.#check(step), false);
    this.#locals = inner;
    const type = this.#check(result);
    this.#locals = outer;
    return this.#bindings.substitute(type);
  }

  /** Returns the types of the one or two variables of a loop over a list or a map. */
  #variables(range: Expression, hasTwo: boolean): readonly [ExpressionType, ExpressionType] {
    const type = this.#bindings.substitute(this.#types.get(range) ?? types.errorType);
    const [first = types.dyn, second = types.dyn] = type.parameters;
    if (type.kind === "list") return hasTwo ? [types.intType, first] : [first, types.dyn];
    if (type.kind === "map") return [first, second];
    if (["param", "dyn", "error"].includes(type.kind)) {
      this.#bindings.isAssignable(types.dyn, type);
      return [types.dyn, types.dyn];
    }
    const text = `expression of type '${printCELType(type)}' cannot be range of a comprehension`;
    this.#problems.add(range.at, `${text} (must be list, map, or dynamic)`);
    return [types.errorType, types.errorType];
  }

  /**
   * Returns true, and adds a problem, if a type does not fit the expected type.
   * @param isValue false if, as in loops of cel-go, `expected` must be assignable to `type`
   */
  #mismatches({ at }: Expression, expected: ExpressionType, type: ExpressionType, isValue = true): boolean {
    const fits = isValue ? this.#bindings.isAssignable(type, expected) : this.#bindings.isAssignable(expected, type);
    if (!fits) this.#addMismatch(at, expected, type);
    return !fits;
  }

  #addMismatch(at: number, expected: ExpressionType, found: ExpressionType): void {
    this.#problems.add(at, `expected type '${printCELType(expected)}' but found '${printCELType(found)}'`);
  }
}

function withoutDot(name: string): string {
  return name.startsWith(".") ? name.slice(1) : name;
}

/**
 * Returns the name of a chain of field selections, such as `a.b.c`; undefined for an expression
 * that is not such a chain.
 */
function qualifiedName(expression: Expression): { readonly first: string; readonly name: string } | undefined {
  if (expression.kind === "identifier") return { first: expression.name, name: expression.name };
  if (expression.kind !== "select" || expression.isTest) return undefined;
  const names = qualifiedName(expression.operand);
  return names && { first: names.first, name: `${names.name}.${expression.field}` };
}

function replaced(type: ExpressionType, by: ReadonlyMap<string, ExpressionType>): ExpressionType {
  if (type.kind === "param") return by.get(type.name) ?? type;
  return type.parameters.length === 0
    ? type
    : { ...type, parameters: type.parameters.map((each) => replaced(each, by)) };
}
