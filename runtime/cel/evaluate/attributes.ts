import { CELOptional } from "../values/classes.js";
import { noSuchOverload } from "../values/equality.js";
import { Cancelled } from "../base/ended.js";
import type { Emit, EvaluationFrame, RunFrame } from "./frame.js";
import { asGrowing } from "../values/lists.js";
import type { Attribute, Qualifier, Slot, AttributePlan } from "./plan.js";
import { find, keyProblem, selectPart } from "./qualify.js";
import { SchemaMap, type SchemaEntry, type Properties } from "../values/schema-map.js";
import { EvaluationError, WrongItem, type Result, type Value } from "../values/value.js";

const none = new CELOptional<Result>();

/**
 * Returns the function that evaluates an attribute: a variable or a result, and the fields and
 * indexes that are read from it.
 */
export function emitAttribute({ attribute, isTest }: AttributePlan, emit: Emit): RunFrame {
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
 * Returns the function that tests whether a field is set. Testing a field costs 1 less than reading
 * it.
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

/**
 * Returns the function that evaluates an attribute whose type is int, and may return a field of an
 * object as a number. Returns undefined for a conditional, for an attribute with an optional part,
 * and for an attribute that does not end with a field.
 */
export function emitNumber(attribute: Attribute, emit: Emit): RunFrame | undefined {
  if (attribute.kind === "conditional" || attribute.qualifiers.some(({ isOptional }) => isOptional)) return undefined;
  const last = attribute.qualifiers.at(-1);
  if (last?.attribute !== undefined || typeof last?.key !== "string" || last.isTest) return undefined;
  const start = emitResolution(attribute, attribute.qualifiers.slice(0, -1), emit);
  const read = fieldReader(last.key, true);
  return (frame) => {
    const container = start(frame);
    const isError = container instanceof EvaluationError;
    const value = isError ? container : read(container);
    frame.charge(isError ? 1 : 2);
    return value;
  };
}

/** Returns the function that evaluates a variable or a result with the given fields and indexes. */
function emitResolution(
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
  const { key } = qualifier;
  const field = typeof key === "string" && !isTest ? fieldReader(key, false) : undefined;
  const read = field ?? (isTest ? hasPart : selectPart);
  return {
    isOptional,
    get(frame, container) {
      const value = read(container, key);
      frame.charge(1);
      return value;
    },
    find(frame, container) {
      const value = charged(frame, find(container, key));
      return isTest && value !== undefined && !(value instanceof EvaluationError) ? null : value;
    },
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

function hasPart(container: Result, key: Value): Result {
  const value = find(container, key);
  return value instanceof EvaluationError ? value : value !== undefined;
}

/** Returns a function that reads a field. It keeps the field of the last object's schema. */
function fieldReader(key: string, mayBeNumber: boolean): (container: Result) => Result {
  let properties: Properties | undefined;
  let field: SchemaEntry | undefined;
  return (container) => {
    if (!(container instanceof SchemaMap)) return selectPart(container, key);
    if (container.properties !== properties) {
      properties = container.properties;
      field = properties.field(key);
    }
    const raw = mayBeNumber ? field?.rawOf(container.json) : undefined;
    if (typeof raw === "number" && Number.isSafeInteger(raw)) return raw;
    const value = field && container.propertyValue(field);
    return value === undefined ? selectPart(container, key) : value;
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
