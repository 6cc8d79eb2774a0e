import type { FilePlan, PlanInput } from "../../../engine/generator.js";
import type { FunctionDeclaration, TypeDeclaration } from "../../../engine/model/universe.js";
import { names } from "../../../engine/names.js";
import type { Printable, SymbolRef } from "../../../engine/print/symbol.js";
import { compareText, type Problem } from "../../../engine/problem.js";
import { propertyKey } from "../../../engine/render.js";
import type { CloneBody } from "./clone.js";
import type { Manual } from "./fields.js";
import { withoutEchoes } from "../diagnostics/field-problems.js";
import { misfitDirections, misfitProblems, unusedProblems } from "../diagnostics/function-problems.js";
import { planObject, type ObjectBody, type PlannedBody } from "./object.js";
import { preserveProblems } from "./preservation.js";
import { isRegistrable, planRegistration, unregisteredProblems } from "./registration.js";
import type { Setup } from "../target.js";
import { sharing } from "./sharing.js";
import { typeProblems } from "../diagnostics/type-problems.js";
import { reference } from "../types.js";
import { planUnion, type UnionBody } from "./union.js";
import type { ValueContext } from "./value.js";
import type { Direction } from "../directions.js";
import type { World } from "../context.js";

/** One direction as the template prints it. */
interface DirectionView {
  /**
   * The function's own: that of the autoConvert function, but where that is all there is to
   * convert.
   */
  readonly name: string;
  readonly from: Printable;
  /** The names of both types in comments: `v1.Pizza`. */
  readonly fromLabel: string;
  readonly toLabel: string;
  /** The function's input type: without the members of a union that it can't convert. */
  readonly taken: Printable;
  readonly to: Printable;
  readonly conversionScope: SymbolRef;
  readonly input: string;
  readonly scope: string;
  readonly manual: readonly Manual[];
  readonly body: ObjectBody | CloneBody | UnionBody;
  /** The generated Convert function, where no person wrote one and it does more than to hand on. */
  readonly convert: ConvertView | null;
}

interface ConvertView extends Keeping {
  readonly name: string;
  readonly given: readonly Manual[];
}

/** At most one of them is given. */
interface Keeping {
  readonly preserve: Preserve | null;
  readonly restore: Restore | null;
}

/** How what is lost is put back on the way to the hub. */
interface Restore {
  readonly helper: SymbolRef;
  /** The hub's. */
  readonly schema: SymbolRef;
  readonly annotation: string;
}

/** How what is lost is kept on the way from it: what comes back is made to be compared. */
interface Preserve extends Restore {
  readonly back: string;
  readonly given: readonly Manual[];
}

const runtime = "@apimachinery/runtime/codegen/v1";

/** Everything of one folder: its file, if there is anything to write, and its problems. */
export function planFile(
  world: World,
  setup: Setup,
  input: PlanInput,
): { readonly file?: FilePlan; readonly problems: readonly Problem[] } {
  const called = new Set<FunctionDeclaration>();
  // A function counts as called where some field's pair of types is its own, even if copying there
  // needs no call.
  const seen: World = {
    ...world,
    handWritten(where, from, to) {
      const found = world.handWritten(where, from, to);
      if (found !== undefined) called.add(found);
      return found;
    },
  };
  const context: ValueContext = { world: seen, setup, identical: sharing(seen, setup) };
  const directions = world.directions.get(setup) ?? [];
  const found: Problem[] = [
    ...typeProblems(world, setup, directions),
    ...misfitProblems(world, setup),
    ...preserveProblems(world, setup, (type) => schemaOf(input, type) !== undefined),
  ];
  const misfits = misfitDirections(world, setup);
  const views: DirectionView[] = [];
  const manuals = new Map<string, readonly Manual[]>();
  const handWritten: FunctionDeclaration[] = [];
  const complete: { readonly convert: string; readonly autoConvert: string }[] = [];
  for (const direction of directions) {
    const person = world.handWritten(setup, reference(direction.from), reference(direction.to));
    const planned = planBody(context, direction, person);
    if (person !== undefined) handWritten.push(person);
    if (!misfits.has(direction))
      found.push(
        ...planned.problems.map((problem) => ({
          ...problem,
          needsTypesOf: [direction.from.package, direction.to.package],
        })),
      );
    manuals.set(direction.autoConvert, planned.manual);
    const keep = keeping(world, direction, manuals, input);
    const isComplete =
      person === undefined && planned.manual.length === 0 && keep.preserve === null && keep.restore === null;
    if (isComplete) complete.push({ convert: direction.convert, autoConvert: direction.autoConvert });
    const convert =
      person === undefined && !isComplete ? { name: direction.convert, given: planned.manual, ...keep } : null;
    views.push(view(world, direction, planned, isComplete ? direction.convert : direction.autoConvert, convert));
  }
  const own = world.functions.byPackage.get(setup.output.id) ?? [];
  const passedOn = [...new Set([...own, ...handWritten])].sort((a, b) => compareText(a.name, b.name));
  const registration = planRegistration(world, setup, directions, passedOn, input);
  for (const fn of [...handWritten, ...own.filter((candidate) => isRegistrable(world, candidate))]) called.add(fn);
  found.push(...unusedProblems(world, setup, called), ...unregisteredProblems(world, setup, directions, input));
  const problems = withoutEchoes(found);
  if (views.length === 0 && passedOn.length === 0) return { problems };
  const path = world.path(setup.output.id);
  return {
    problems,
    file: {
      package: setup.output.id,
      path,
      template: "conversion",
      view: { registration: registration ?? null, directions: views, complete },
      exports: [
        ...(registration === undefined ? [] : ["RegisterConversions"]),
        ...views.flatMap(({ name, convert }) => [name, ...(convert === null ? [] : [convert.name])]),
        ...complete.map(({ autoConvert }) => autoConvert),
      ],
      reexports: passedOn.map((fn) => ({ symbol: fn.name, from: fn.file })),
    },
  };
}

/** A version's direction to its hub comes first, so that what that asks for is known here. */
function keeping(
  world: World,
  direction: Direction,
  manuals: ReadonlyMap<string, readonly Manual[]>,
  input: PlanInput,
): Keeping {
  const { from, to, outward, setup } = direction;
  const [version, hub] = outward ? [from, to] : [to, from];
  const annotation = world.preservation.annotationOf(version);
  const schema = schemaOf(input, hub);
  if (annotation === undefined || schema === undefined) return { preserve: null, restore: null };
  if (outward)
    return {
      preserve: null,
      restore: { helper: { symbol: "restoreLost", from: runtime, module: true }, schema, annotation },
    };
  const back = world.generated(setup, version, hub)?.autoConvert ?? "";
  return {
    preserve: {
      helper: { symbol: "preserveLost", from: runtime, module: true },
      schema,
      annotation,
      back,
      given: manuals.get(back) ?? [],
    },
    restore: null,
  };
}

function schemaOf(input: PlanInput, type: TypeDeclaration): SymbolRef | undefined {
  return input.selected.has("schema") ? input.emitted(type.package, names.schema(type.name)) : undefined;
}

function planBody(
  context: ValueContext,
  direction: Direction,
  person: FunctionDeclaration | undefined,
): PlannedBody<ObjectBody | CloneBody | UnionBody> {
  const [from, to] = [direction.from.shape, direction.to.shape];
  if (from.kind === "object" && to.kind === "object") return planObject(context, direction, from, to, person);
  if (from.kind === "union" && to.kind === "union") return planUnion(context, direction, from, to, person);
  throw new Error(`${direction.from.id} and ${direction.to.id} are no pair`);
}

function view(
  { types }: World,
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
    conversionScope: { symbol: "ConversionScope", from: runtime, module: true, type: true },
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
