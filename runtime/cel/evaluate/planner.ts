import { oncePer } from "../../util/once-per.js";
import type { CheckedSource } from "../check/check.js";
import type { Comprehension, Expression, FunctionCall, Identifier, MapLiteral, Select } from "../tree/expression.js";
import { typeProvider, type TypeProvider } from "../types/provider.js";
import { CELType } from "../values/classes.js";
import { callOf, type PlannedCall } from "./calls.js";
import { ConstantSet } from "./constants.js";
import { emit } from "./emit.js";
import { EvaluationFrame } from "./frame.js";
import { Panic } from "../base/ended.js";
import { keyProblem } from "./qualify.js";
import { startSteps } from "../values/steps.js";
import {
  ProgramProblem,
  type Attribute,
  type Element,
  type MapEntryPlan,
  type EvaluationPlan,
  type Qualifier,
  type Slot,
  type AttributePlan,
} from "./plan.js";
import { EvaluationError, ListValue, type Result, type Value } from "../values/value.js";

/** The plan of an expression, and the number of its variables. */
export interface Planned {
  readonly plan: EvaluationPlan;
  readonly slots: number;
}

/**
 * Returns the plan of an expression.
 *
 * @throws ProgramProblem for an expression that cannot be compiled
 */
export function planned(checked: CheckedSource): Planned {
  startSteps();
  const planner = new Planner(checked);
  const plan = planner.plan(checked.expression);
  return { plan, slots: planner.slots };
}

class Planner {
  readonly #checked: CheckedSource;
  readonly #provider: TypeProvider;
  readonly #globals: ReadonlyMap<string, Slot>;
  /**
   * The variables of the loops around the current expression, from the outermost loop to the
   * innermost one.
   */
  #locals: readonly Slot[] = [];
  /** Returns the plan of an expression. An expression that occurs twice has one plan. */
  readonly plan = oncePer((expression: Expression): EvaluationPlan => this.#planOf(expression));
  slots: number;

  constructor(checked: CheckedSource) {
    const { environment, structs, variables } = checked;
    this.#checked = checked;
    this.#provider = typeProvider(environment, structs);
    this.#globals = new Map(variables.map((name, index) => [name, { name, index }]));
    this.slots = variables.length;
  }

  #planOf(expression: Expression): EvaluationPlan {
    switch (expression.kind) {
      case "literal":
        return { kind: "constant", value: expression.value };
      case "identifier":
        return this.#name(expression);
      case "select":
        return this.#select(expression);
      case "call":
        return this.#call(expression);
      case "list":
        return this.#list(
          expression.elements.map((each, index) => ({
            value: this.plan(each),
            isOptional: expression.optional.has(index),
          })),
        );
      case "map":
        return this.#map(expression);
      case "message":
        return {
          kind: "message",
          name: this.#referenceName(expression, expression.name),
          fields: expression.fields.map(({ name, value, isOptional }) => ({
            name,
            value: this.plan(value),
            isOptional,
          })),
        };
      case "comprehension":
        return this.#loop(expression);
      case "missing":
        throw new ProgramProblem("unsupported expr: missing");
    }
  }

  #referenceName(expression: Expression, name: string): string {
    return this.#checked.references.get(expression)?.name ?? name;
  }

  /** Returns the plan of a name, which is a type, a constant, or a variable. */
  #name(expression: Identifier | Select): EvaluationPlan {
    const name = this.#referenceName(expression, "");
    if (name === "google.protobuf.NullValue.NULL_VALUE") return { kind: "constant", value: 0n };
    if (this.#checked.types.get(expression)?.kind === "type") {
      const [type] = this.#provider.value(name)?.parameters ?? [];
      if (type === undefined || onlyChecked.includes(name))
        throw new ProgramProblem(`reference to undefined type: ${name}`);
      return { kind: "constant", value: new CELType(type) };
    }
    return variable(this.#slot(expression, name));
  }

  #slot(expression: Identifier | Select, name: string): Slot {
    const isGlobal = expression.kind === "identifier" && expression.name.startsWith(".");
    const bare = name.startsWith(".") ? name.slice(1) : name;
    const local = isGlobal ? undefined : this.#locals.findLast((slot) => slot.name === bare);
    return local ?? this.#globals.get(bare) ?? { name: bare, index: -1 };
  }

  #select(expression: Select): EvaluationPlan {
    if (this.#checked.references.has(expression)) return this.#name(expression);
    const { field, isTest, operand } = expression;
    const { attribute } = this.#attribute(operand);
    addQualifier(attribute, { key: field, isOptional: false, isTest });
    return { kind: "attribute", attribute, isTest, isInt: this.#checked.types.get(expression)?.kind === "int" };
  }

  /** Returns the attribute of an operand, to which the caller adds a field or an index. */
  #attribute(operand: Expression): AttributePlan {
    const plan = this.plan(operand);
    return plan.kind === "attribute" ? plan : { kind: "attribute", attribute: relative(plan), isTest: false };
  }

  #call(expression: FunctionCall): EvaluationPlan {
    const reference = this.#checked.references.get(expression);
    const name = reference?.name ?? expression.name;
    const overloads = reference?.kind === "function" ? reference.overloads : [];
    const target = name === expression.name ? expression.target : undefined;
    const parts = [...(target === undefined ? [] : [target]), ...expression.arguments];
    if (name === "_[_]" || name === "_[?_]" || name === "_?._") return this.#index(parts, name !== "_[_]");
    const plans = parts.map((each) => this.plan(each));
    const [first, second, third] = plans as [EvaluationPlan, EvaluationPlan, EvaluationPlan];
    switch (name) {
      case "_&&_":
        return { kind: "and", terms: [first, second] };
      case "_||_":
        return { kind: "or", terms: [first, second] };
      case "_?_:_":
        return conditional(first, second, third);
      case "or":
      case "orValue":
        return { kind: "first", isValue: name === "orValue", left: first, right: second };
      default:
        return this.#optimized(
          callOf(name, overloads, plans.length, constantString(plans[1]), this.#checked.environment),
          plans,
          expression,
        );
    }
  }

  #index(parts: readonly Expression[], isOptional: boolean): EvaluationPlan {
    const [operand, index] = parts as [Expression, Expression];
    const { attribute } = this.#attribute(operand);
    const plan = this.plan(index);
    if (plan.kind === "constant") addQualifier(attribute, { key: keyOf(plan.value), isOptional, isTest: false });
    else
      addQualifier(attribute, {
        attribute: plan.kind === "attribute" ? plan.attribute : relative(plan),
        isOptional,
        isTest: false,
      });
    return { kind: "attribute", attribute, isTest: false };
  }

  /**
   * Returns the plan of a call. Conversions of constants are evaluated immediately, and searches in
   * constants become membership tests.
   */
  #optimized(call: PlannedCall, plans: readonly EvaluationPlan[], expression: FunctionCall): EvaluationPlan {
    const [first, second] = plans;
    if (call.overload === "in_list" && second?.kind === "constant" && second.value instanceof ListValue) {
      const constants = ConstantSet.of(second.value);
      if (constants?.isEmpty === true) return { kind: "constant", value: false };
      if (constants !== undefined) return { kind: "member", argument: first as EvaluationPlan, constants };
    }
    if (conversions.has(call.name) && plans.length === 1 && first?.kind === "constant") {
      const value = constantValue({ kind: "call", call, arguments: plans });
      if (value instanceof EvaluationError) throw new ProgramProblem(value.message);
      return { kind: "constant", value };
    }
    return { kind: "call", call, arguments: plans, type: this.#checked.types.get(expression)?.kind };
  }

  #list(elements: readonly Element[]): EvaluationPlan {
    return folded({ kind: "list", elements }, elements);
  }

  #map({ entries }: MapLiteral): EvaluationPlan {
    const parts = entries.map(({ key, value, isOptional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional,
    }));
    return folded({ kind: "map", entries: parts }, parts);
  }

  #loop(loop: Comprehension): EvaluationPlan {
    const initial = this.plan(loop.initial);
    const range = this.plan(loop.range);
    const outer = this.#locals;
    const accumulator: Slot = { name: loop.accumulator, index: this.slots++, initial };
    const variable: Slot = { name: loop.variable, index: this.slots++ };
    const variable2 = loop.variable2 === undefined ? undefined : { name: loop.variable2, index: this.slots++ };
    this.#locals = [...outer, accumulator, variable, ...(variable2 === undefined ? [] : [variable2])];
    const condition = this.plan(loop.condition);
    const step = this.plan(loop.step);
    this.#locals = [...outer, accumulator];
    const result = this.plan(loop.result);
    this.#locals = outer;
    return {
      kind: "loop",
      range,
      accumulator,
      variable: variable.index,
      variable2: variable2?.index,
      condition,
      step,
      result,
    };
  }
}

/** Names that the type check accepts as types of schemas, but that are not types in a program. */
const onlyChecked: readonly string[] = ["duration", "timestamp"];

/**
 * Returns the value of a plan whose parts are constants.
 *
 * @throws ProgramProblem for a map with a key that Go's maps do not allow
 */
function constantValue(plan: EvaluationPlan): Result {
  try {
    return emit(plan)(new EvaluationFrame(0, Infinity));
  } catch (error) {
    throw error instanceof Panic ? new ProgramProblem(error.message) : error;
  }
}

/**
 * The functions that are evaluated when the program is compiled if their argument is a constant.
 */
const conversions: ReadonlySet<string> = new Set(
  "bool bytes double duration dyn int string timestamp type uint".split(" "),
);

function constantString(plan: EvaluationPlan | undefined): string | undefined {
  return plan?.kind === "constant" && typeof plan.value === "string" ? plan.value : undefined;
}

function variable(slot: Slot): EvaluationPlan {
  return { kind: "attribute", attribute: { kind: "variable", slot, qualifiers: [] }, isTest: false };
}

function relative(operand: EvaluationPlan): Attribute {
  return { kind: "relative", operand, qualifiers: [] };
}

function conditional(condition: EvaluationPlan, whenTrue: EvaluationPlan, whenFalse: EvaluationPlan): EvaluationPlan {
  const branch = (plan: EvaluationPlan): Attribute => (plan.kind === "attribute" ? plan.attribute : relative(plan));
  const attribute: Attribute = {
    kind: "conditional",
    condition,
    whenTrue: branch(whenTrue),
    whenFalse: branch(whenFalse),
  };
  return { kind: "attribute", attribute, isTest: false };
}

function addQualifier(attribute: Attribute, qualifier: Qualifier): void {
  if (attribute.kind === "conditional") {
    addQualifier(attribute.whenTrue, qualifier);
    addQualifier(attribute.whenFalse, qualifier);
  } else attribute.qualifiers.push(qualifier);
}

/**
 * Returns a constant for a list or a map all of whose parts are constants; otherwise the plan
 * itself.
 */
function folded(
  plan: Extract<EvaluationPlan, { kind: "list" | "map" }>,
  parts: readonly (Element | MapEntryPlan)[],
): EvaluationPlan {
  const isConstant = parts.every(
    (part) => part.value.kind === "constant" && (!("key" in part) || part.key.kind === "constant"),
  );
  return isConstant ? { kind: "constant", value: constantValue(plan) } : plan;
}

/**
 * Returns a constant as the key of a field or an index.
 *
 * @throws ProgramProblem for a constant that cannot be a key
 */
function keyOf(value: Result): Value {
  const problem = keyProblem(value);
  if (value instanceof EvaluationError || problem !== undefined) throw new ProgramProblem(problem);
  return value;
}
