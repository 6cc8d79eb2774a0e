import { CELOptional } from "../values/classes.js";
import { noSuchOverload } from "../values/equality.js";
import { Cancelled } from "../base/ended.js";
import type { Emit, EvaluationFrame, RunFrame } from "./frame.js";
import { asGrowing } from "../values/lists.js";
import type { Attribute, EvaluationPlan, Qualifier, Slot } from "./plan.js";
import { find, keyProblem, selectPart } from "./qualify.js";
import { SchemaMap, type SchemaEntry, type Properties } from "../values/schema-map.js";
import { EvaluationError, WrongItem, type Result, type Value } from "../values/value.js";

const none = new CELOptional<Result>();

/**
 * Returns the function that evaluates an attribute: a variable or a result, and the fields and
 * indexes that are read from it.
 */
export function emitAttribute(
  { attribute, isTest }: Extract<EvaluationPlan, { kind: "attribute" }>,
  emit: Emit,
): RunFrame {
  const resolve = emitAny(attribute, emit);
  if (isTest) return emitTest(attribute, resolve);
  if (attribute.kind === "conditional") return resolve;
  return (frame) => {
    const value = resolve(frame);
    frame.charge(1);
    return value;
  };
}

/**
 * Returns the function that tests whether a field is set. Testing a field of a variable costs as
 * much as reading it; testing a field of a conditional costs less.
 */
function emitTest({ kind }: Attribute, resolve: RunFrame): RunFrame {
  return (frame) => {
    const value = resolve(frame);
    if (kind === "conditional" && --frame.cost < 0) throw new Cancelled();
    return value instanceof CELOptional ? value.value !== undefined : value;
  };
}

/** Returns the function that evaluates an attribute, without the cost of the attribute itself. */
function emitAny(attribute: Attribute, emit: Emit): RunFrame {
  return attribute.kind === "conditional"
    ? emitConditional(attribute, emit)
    : emitResolution(attribute, attribute.qualifiers, emit);
}

/** Returns the function that evaluates a variable or a result with the given fields and indexes. */
export function emitResolution(
  attribute: Exclude<Attribute, { kind: "conditional" }>,
  qualifiers: readonly Qualifier[],
  emit: Emit,
): RunFrame {
  const start = attribute.kind === "variable" ? emitVariable(attribute.slot, emit) : emit(attribute.operand);
  const [first, ...rest] = qualifiers.map((qualifier) => emitQualifier(qualifier, emit));
  if (first === undefined) return start;
  if (rest.length === 0 && !first.isOptional) return withOne(start, first);
  const all = [first, ...rest];
  return (frame) => {
    const value = start(frame);
    return value instanceof EvaluationError ? value : qualified(frame, value, all);
  };
}

function withOne(start: RunFrame, qualifier: EmittedQualifier): RunFrame {
  const all = [qualifier];
  return (frame) => {
    const value = start(frame);
    if (value instanceof EvaluationError) return value;
    return value instanceof CELOptional ? qualified(frame, value, all) : qualifier.get(frame, value);
  };
}

function emitConditional(
  { condition, whenTrue, whenFalse }: Extract<Attribute, { kind: "conditional" }>,
  emit: Emit,
): RunFrame {
  const test = emit(condition);
  const [first, second] = [emitAny(whenTrue, emit), emitAny(whenFalse, emit)];
  return (frame) => {
    const isTrue = test(frame);
    if (isTrue === true) return first(frame);
    if (isTrue === false) return second(frame);
    return isTrue instanceof EvaluationError ? isTrue : noSuchOverload;
  };
}

function emitVariable({ index, name, initial }: Slot, emit: Emit): RunFrame {
  const missing = new EvaluationError(`no such attribute(s): ${name}`);
  if (initial === undefined || initial.kind === "constant")
    return ({ slots }) => {
      const value = slots[index];
      return value === undefined ? missing : value;
    };
  const start = emit(initial);
  return (frame) => {
    const value = frame.slots[index];
    return value === undefined ? (frame.slots[index] = asGrowing(start(frame))) : value;
  };
}

interface EmittedQualifier {
  readonly isOptional: boolean;
  readonly get: (frame: EvaluationFrame, container: Result) => Result;
  /** Reads the field or index. Returns undefined if the container does not have it. */
  readonly find: (frame: EvaluationFrame, container: Result) => Result | undefined;
}

function emitQualifier(qualifier: Qualifier, emit: Emit): EmittedQualifier {
  const { isOptional, isTest } = qualifier;
  if (qualifier.attribute !== undefined) return { isOptional, ...emitComputed(qualifier.attribute, emit) };
  return { isOptional, ...(isTest ? emitPresence(qualifier.key) : emitConstant(qualifier.key)) };
}

function emitConstant(key: Value): Omit<EmittedQualifier, "isOptional"> {
  const fieldOf = typeof key === "string" ? fieldFinder(key) : undefined;
  return {
    get(frame, container) {
      const known = container instanceof SchemaMap ? propertyOf(container, fieldOf?.(container)) : undefined;
      const value = known === undefined ? selectPart(container, key) : known;
      frame.charge(1);
      return value;
    },
    find: (frame, container) => charged(frame, find(container, key)),
  };
}

function propertyOf(container: SchemaMap, field: SchemaEntry | undefined): Result | undefined {
  return field && container.propertyValue(field);
}

/**
 * Returns a function that finds a field of objects; the function returns undefined if the schema of
 * an object does not have the field. The function caches the field of the last object's schema.
 */
export function fieldFinder(key: string): (container: SchemaMap) => SchemaEntry | undefined {
  let properties: Properties | undefined;
  let field: SchemaEntry | undefined;
  return (container) => {
    if (container.properties !== properties) {
      properties = container.properties;
      field = properties.field(key);
    }
    return field;
  };
}

/**
 * Returns the given value of a field or index, and adds its cost, unless the container lacks it or
 * cannot have it.
 */
function charged(frame: EvaluationFrame, value: Result | undefined): Result | undefined {
  if (value !== undefined && (!(value instanceof EvaluationError) || value instanceof WrongItem)) frame.charge(1);
  return value;
}

function emitPresence(key: Value): Omit<EmittedQualifier, "isOptional"> {
  return {
    get(frame, container) {
      const value = find(container, key);
      frame.charge(1);
      return value instanceof EvaluationError ? value : value !== undefined;
    },
    find(frame, container) {
      const value = charged(frame, find(container, key));
      return value === undefined || value instanceof EvaluationError ? value : null;
    },
  };
}

function emitComputed(attribute: Attribute, emit: Emit): Omit<EmittedQualifier, "isOptional"> {
  const resolve = emitAny(attribute, emit);
  const key = (frame: EvaluationFrame): Result => {
    const value = resolve(frame);
    if (value instanceof EvaluationError) return value;
    const problem = keyProblem(value);
    return problem === undefined ? value : new EvaluationError(problem);
  };
  return {
    get(frame, container) {
      const computed = key(frame);
      const value = computed instanceof EvaluationError ? computed : selectPart(container, computed);
      frame.charge(1);
      return value;
    },
    find(frame, container) {
      const computed = key(frame);
      return computed instanceof EvaluationError ? computed : charged(frame, find(container, computed));
    },
  };
}

/**
 * Reads fields and indexes in order, until one of them is an error. After an optional field or
 * index, all later ones are optional, too, and the result is an optional.
 */
function qualified(frame: EvaluationFrame, start: Value, qualifiers: readonly EmittedQualifier[]): Result {
  let isOptional = start instanceof CELOptional;
  let value: Result = start;
  if (start instanceof CELOptional) {
    if (start.value === undefined) return start;
    value = start.value;
  }
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const next = isOptional ? qualifier.find(frame, value) : qualifier.get(frame, value);
    if (next === undefined) return none;
    if (next instanceof EvaluationError && !(next instanceof WrongItem)) return next;
    value = next;
  }
  return isOptional ? new CELOptional(value) : value;
}
