import type { FilePlan, PlanInput } from "../../../engine/plan/generator.js";
import type { FunctionDeclaration, TypeDeclaration } from "../../../engine/model/universe.js";
import { names } from "../../../engine/base/names.js";
import type { Printable, SymbolRef } from "../../../engine/base/symbol.js";
import { orderStrings, type Problem } from "../../../engine/base/problem.js";
import { propertyKey } from "../../../engine/print/render.js";
import type { CloneBody } from "./clone.js";
import type { ManualField } from "./fields.js";
import { invalidFunctions, unusedProblems } from "../diagnostics/function-problems.js";
import { planConversion, type ObjectBody, type PlannedBody } from "./object.js";
import { preserveProblems } from "../diagnostics/preserve-problems.js";
import { planRegistration, unregisteredProblems } from "./registration.js";
import type { ConversionTarget } from "../../pairs/target.js";
import { sharing } from "../../pairs/sharing.js";
import { conversionTypeProblems } from "../diagnostics/type-problems.js";
import { referenceTo } from "../../pairs/types.js";
import { planUnion, type UnionBody } from "./union.js";
import type { ValueScope } from "../../pairs/value.js";
import type { Direction } from "../../pairs/directions.js";
import type { ConversionContext } from "../../pairs/context.js";

/** Data of a function for one direction, for the template. */
interface DirectionView {
  /**
   * Name of the function. The prefix is `Convert_` if the function is the complete conversion, and
   * `autoConvert_` if another function completes it: a hand-written one, or the one in `convert`.
   */
  readonly name: string;
  readonly from: Printable;
  /** Name of the input type in comments: `v1.Pizza`. `toLabel` is the name of the output type. */
  readonly fromLabel: string;
  readonly toLabel: string;
  /**
   * Type of the input parameter: the input type without the union members that the function cannot
   * convert.
   */
  readonly taken: Printable;
  readonly to: Printable;
  readonly input: string;
  readonly scope: string;
  readonly manual: readonly ManualField[];
  readonly body: ObjectBody | CloneBody | UnionBody;
  /**
   * The function `Convert_…`, if it is generated and does more than call `autoConvert_…`; otherwise
   * null.
   */
  readonly convert: ConvertView | null;
}

interface ConvertView {
  readonly name: string;
  readonly given: readonly ManualField[];
  readonly annotation: AnnotationView | null;
}

/** Data of the code that stores lost fields in the annotation of a kind, or restores them. */
interface AnnotationView {
  readonly name: string;
  /** Schema of the kind's type in the hub. */
  readonly schema: SymbolRef;
  /**
   * In the direction from the hub, the function that converts the result back to the hub type. The
   * annotation stores all differences from the input. In the direction to the hub, which restores
   * the fields, it is null.
   */
  readonly back: { readonly name: string; readonly given: readonly ManualField[] } | null;
}

/**
 * Plans the conversion file of one target, and collects the target's problems. `file` is undefined
 * if the file would be empty.
 */
export function planFile(
  context: ConversionContext,
  target: ConversionTarget,
  input: PlanInput,
): { readonly file?: FilePlan; readonly problems: readonly Problem[] } {
  const scope: ValueScope = { context, target, identical: sharing(context, target) };
  const directions = context.directions.get(target) ?? [];
  const invalid = invalidFunctions(context, target);
  const problems: Problem[] = [
    ...conversionTypeProblems(context, target, directions),
    ...invalid.problems,
    ...preserveProblems(context, target, (type) => schemaOf(input, type) !== undefined),
  ];
  const views: DirectionView[] = [];
  const manuals = new Map<string, readonly ManualField[]>();
  const handWrittenFunctions: FunctionDeclaration[] = [];
  const complete: { readonly convert: string; readonly autoConvert: string }[] = [];
  for (const direction of directions) {
    const handWritten = context.handWritten(target, referenceTo(direction.from), referenceTo(direction.to));
    const planned = planBody(scope, direction, handWritten);
    if (handWritten !== undefined) handWrittenFunctions.push(handWritten);
    if (!invalid.directions.has(direction))
      problems.push(
        ...planned.problems
          .filter(({ stub }) => stub === undefined || !invalid.names.has(stub.name))
          .map((problem) => ({ ...problem, needsTypesOf: [direction.from.package, direction.to.package] })),
      );
    manuals.set(direction.autoConvert, planned.manual);
    const annotation = annotationOf(context, direction, manuals, input);
    const isComplete = handWritten === undefined && planned.manual.length === 0 && annotation === null;
    if (isComplete) complete.push({ convert: direction.convert, autoConvert: direction.autoConvert });
    const convert =
      handWritten === undefined && !isComplete ? { name: direction.convert, given: planned.manual, annotation } : null;
    views.push(view(context, direction, planned, isComplete ? direction.convert : direction.autoConvert, convert));
  }
  const own = context.functions.byPackage.get(target.output.id) ?? [];
  const passedOn = [...new Set([...own, ...handWrittenFunctions])].sort((a, b) => orderStrings(a.name, b.name));
  const registered = planRegistration(context, target, directions, passedOn, input);
  problems.push(...unusedProblems(context, target), ...unregisteredProblems(context, target, directions, input));
  if (views.length === 0 && passedOn.length === 0) return { problems };
  const path = context.path(target.output.id);
  return {
    problems,
    file: {
      package: target.output.id,
      path,
      template: "conversion",
      view: { registered, directions: views, complete },
      exports: [
        ...(registered.length === 0 ? [] : ["RegisterConversions"]),
        ...views.flatMap(({ name, convert }) => [name, ...(convert === null ? [] : [convert.name])]),
        ...complete.map(({ autoConvert }) => autoConvert),
      ],
      reexports: passedOn.map((fn) => ({ symbol: fn.name, from: fn.file })),
    },
  };
}

/**
 * Returns the annotation that stores lost fields; null if nothing stores them. The caller must plan
 * the direction to the hub before the direction from the hub.
 */
function annotationOf(
  context: ConversionContext,
  { from, to, toHub, target }: Direction,
  manuals: ReadonlyMap<string, readonly ManualField[]>,
  input: PlanInput,
): AnnotationView | null {
  const [version, hub] = toHub ? [from, to] : [to, from];
  const name = context.preservation.annotationOf(version);
  const schema = schemaOf(input, hub);
  if (name === undefined || schema === undefined) return null;
  const back = context.generated(target, version, hub)?.autoConvert ?? "";
  return { name, schema, back: toHub ? null : { name: back, given: manuals.get(back) ?? [] } };
}

function schemaOf(input: PlanInput, type: TypeDeclaration): SymbolRef | undefined {
  return input.selected.has("schema") ? input.emitted(type.package, names.schema(type.name)) : undefined;
}

function planBody(
  scope: ValueScope,
  direction: Direction,
  handWritten: FunctionDeclaration | undefined,
): PlannedBody<ObjectBody | CloneBody | UnionBody> {
  const [from, to] = [direction.from.shape, direction.to.shape];
  if (from.kind === "object" && to.kind === "object") return planConversion(scope, direction, from, to, handWritten);
  if (from.kind === "union" && to.kind === "union") return planUnion(scope, direction, from, to, handWritten);
  throw new Error(`${direction.from.id} and ${direction.to.id} are not two interfaces or two unions`);
}

function view(
  { types }: ConversionContext,
  direction: Direction,
  { body, manual, usesInput, usesScope }: PlannedBody<ObjectBody | CloneBody | UnionBody>,
  name: string,
  convert: DirectionView["convert"],
): DirectionView {
  return {
    name,
    from: types.print(direction.from),
    fromLabel: types.label(direction.from),
    toLabel: types.label(direction.to),
    taken: "members" in body ? without(types.print(direction.from), body) : types.print(direction.from),
    to: types.print(direction.to),
    input: usesInput ? "input" : "_input",
    scope: usesScope ? "scope" : "_scope",
    manual,
    body,
    convert,
  };
}

function without(type: Printable, { discriminator, excluded }: UnionBody): Printable {
  if (excluded.length === 0) return type;
  return [
    "Exclude<",
    type,
    `, { ${propertyKey(discriminator)}: ${excluded.map((value) => JSON.stringify(value)).join(" | ")} }>`,
  ];
}
