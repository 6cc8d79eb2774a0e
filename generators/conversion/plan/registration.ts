import { addPackageMarker, remedyAs } from "../../../engine/base/fix.js";
import type { PlanInput } from "../../../engine/plan/generator.js";
import type { FunctionDeclaration, PackageId, Type } from "../../../engine/model/universe.js";
import { names } from "../../../engine/base/names.js";
import type { SymbolRef } from "../../../engine/base/symbol.js";
import type { Problem } from "../../../engine/base/problem.js";
import { signatureOf } from "../../pairs/discovery/functions.js";
import type { ConversionTarget } from "../../pairs/target.js";
import { referenceTo } from "../../pairs/types.js";
import { convertible, type Direction } from "../../pairs/directions.js";
import type { ConversionContext } from "../../pairs/context.js";
import { schemaGen } from "../../markers/schema.js";
import { conversionGen } from "../../markers/conversion.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

interface Registered {
  /**
   * Method of the scheme that registers the function. Functions of `addConversionFunc` override
   * generated ones.
   */
  readonly method: "addGeneratedConversionFunc" | "addGeneratedConversionFuncs" | "addConversionFunc";
  readonly from: SymbolRef;
  readonly to: SymbolRef;
  readonly function: SymbolRef;
  /** Function for the opposite direction; absent unless both functions are generated. */
  readonly back?: SymbolRef;
}

/**
 * Plans the function RegisterConversions. It registers functions in Go's order: first the generated
 * functions by type, with both directions of a pair together, then the hand-written functions by
 * name.
 * @returns an empty list if no function has schemas for both of its types (see the generator
 *   `schema`), because a scheme identifies types by their schemas
 */
export function planRegistration(
  context: ConversionContext,
  target: ConversionTarget,
  directions: readonly Direction[],
  handWritten: readonly FunctionDeclaration[],
  input: PlanInput,
): readonly Registered[] {
  if (!input.selected.has("schema")) return [];
  const { types } = context;
  const schema = (type: Type): SymbolRef | undefined => {
    const last = types.unwrap(type);
    if (last.kind !== "ref") return undefined;
    const declaration = types.declaration(last.to);
    const found = input.emitted(declaration.package, names.schema(declaration.name));
    return found === undefined || found.module === true
      ? found
      : { ...found, namespace: `${types.packageOf(declaration).name}_schema` };
  };
  const found: Registered[] = [];
  const add = (added: Omit<Registered, "from" | "to">, from: Type, to: Type): void => {
    const [input, output] = [schema(from), schema(to)];
    if (input !== undefined && output !== undefined) found.push({ ...added, from: input, to: output });
  };
  const path = context.path(target.output.id);
  const generated = directions.filter(
    ({ from, to }) => context.handWritten(target, referenceTo(from), referenceTo(to)) === undefined,
  );
  const byInput = new Map(generated.map((direction) => [direction.from, direction]));
  for (const { from, to, toHub, convert } of generated) {
    const opposite = byInput.get(to);
    if (!toHub && opposite !== undefined) continue;
    const fn: SymbolRef = { symbol: convert, from: path };
    const added =
      opposite === undefined
        ? ({ method: "addGeneratedConversionFunc", function: fn } as const)
        : ({
            method: "addGeneratedConversionFuncs",
            function: fn,
            back: { symbol: opposite.convert, from: path },
          } as const);
    add(added, referenceTo(from), referenceTo(to));
  }
  for (const fn of handWritten) {
    const signature = signatureOf(types, fn);
    if (signature !== undefined)
      add({ method: "addConversionFunc", function: { symbol: fn.name, from: fn.file } }, signature.from, signature.to);
  }
  return found;
}

/**
 * Reports packages of a target whose types have no schemas although the generator `schema` runs.
 * The conversions of such types cannot be registered with a scheme.
 */
export function unregisteredProblems(
  context: ConversionContext,
  target: ConversionTarget,
  directions: readonly Direction[],
  input: PlanInput,
): Problem[] {
  if (!input.selected.has("schema")) return [];
  const without = new Map<PackageId, { readonly none: boolean; readonly peer: PackageId }>();
  for (const { from, to } of directions) {
    const has = input.emitted(from.package, names.schema(from.name)) !== undefined;
    const known = without.get(from.package);
    without.set(from.package, { none: (known?.none ?? true) && !has, peer: known?.peer ?? to.package });
  }
  return [...without].flatMap(([id, { none, peer }]): Problem | [] => {
    const pkg = context.universe.packages[id];
    if (!none || (pkg !== undefined && schemaGen.has(pkg))) return [];
    return {
      ...conversionProblems.is("conversion/not-registered"),
      needsTypesOf: [id],
      message: `${id} has no schemas, so the conversions between ${id} and ${peer} are not registered`,
      ...remedyAs(
        `add +groupName=<group> to ${id}/doc.ts, or +k8s:schema-gen=true for a folder without kinds`,
        addPackageMarker(id, "+k8s:schema-gen=true"),
      ),
      position: conversionGen.find(target.output)?.position ?? target.output.position,
    };
  });
}

/**
 * Reports whether a hand-written function can be registered with a scheme. Both of its types must
 * be interfaces or unions.
 */
export function isRegistrable(context: ConversionContext, fn: FunctionDeclaration): boolean {
  const signature = signatureOf(context.types, fn);
  if (signature === undefined) return false;
  return [signature.from, signature.to].every((type) => {
    const last = context.types.unwrap(type);
    return last.kind === "ref" && convertible(context.types.declaration(last.to));
  });
}
