import { addPackageMarker, remedyAs } from "../../../engine/fix/fix.js";
import type { PlanInput } from "../../../engine/generator.js";
import type { FunctionDeclaration, PackageId, Type } from "../../../engine/model/universe.js";
import { names } from "../../../engine/names.js";
import type { SymbolRef } from "../../../engine/print/symbol.js";
import type { Problem } from "../../../engine/problem.js";
import { signatureOf } from "../discovery/functions.js";
import type { Setup } from "../target.js";
import { reference } from "../types.js";
import { convertible, type Direction } from "../directions.js";
import type { World } from "../context.js";

interface Registered {
  /** The scheme's method: a person's function is registered above the generated ones. */
  readonly method: "addGeneratedConversionFunc" | "addGeneratedConversionFuncs" | "addConversionFunc";
  readonly from: SymbolRef;
  readonly to: SymbolRef;
  readonly function: SymbolRef;
  /** The way back, where both are generated. */
  readonly back?: SymbolRef;
}

/** What the template prints. */
export interface Registration {
  readonly scheme: SymbolRef;
  readonly functions: readonly Registered[];
}

/**
 * What RegisterConversions does, in Go's order: generated functions by type, there and back, then a
 * person's by name.
 * @returns undefined where there is nothing to register, as without the schema generator: a scheme
 * knows types by their schemas
 */
export function planRegistration(
  world: World,
  setup: Setup,
  directions: readonly Direction[],
  handWritten: readonly FunctionDeclaration[],
  input: PlanInput,
): Registration | undefined {
  if (!input.selected.has("schema")) return undefined;
  const { types } = world;
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
    const [source, target] = [schema(from), schema(to)];
    if (source !== undefined && target !== undefined) found.push({ ...added, from: source, to: target });
  };
  const path = world.path(setup.output.id);
  const generated = directions.filter(
    ({ from, to }) => world.handWritten(setup, reference(from), reference(to)) === undefined,
  );
  for (const [index, { from, to, outward, convert }] of generated.entries()) {
    const next = generated[index + 1];
    const before = generated[index - 1];
    if (!outward && before?.from === to) continue;
    const fn: SymbolRef = { symbol: convert, from: path };
    if (outward && next?.from === to)
      add(
        { method: "addGeneratedConversionFuncs", function: fn, back: { symbol: next.convert, from: path } },
        reference(from),
        reference(to),
      );
    else add({ method: "addGeneratedConversionFunc", function: fn }, reference(from), reference(to));
  }
  for (const fn of handWritten) {
    const signature = signatureOf(types, fn);
    if (signature !== undefined)
      add({ method: "addConversionFunc", function: { symbol: fn.name, from: fn.file } }, signature.from, signature.to);
  }
  if (found.length === 0) return undefined;
  return {
    scheme: { symbol: "Scheme", from: "@apimachinery/runtime/codegen/v1", module: true, type: true },
    functions: found,
  };
}

/**
 * Folders of a setup whose types have no schemas although the generator of schemas is on: what
 * concerns them can't be registered.
 */
export function unregisteredProblems(
  world: World,
  setup: Setup,
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
  return [...without].flatMap(([id, { none, peer }]): Problem[] => {
    if (!none || world.universe.packages[id]?.markers.some(({ name }) => name === "k8s:schema-gen")) return [];
    return [
      {
        code: "conversion/not-registered",
        severity: "warning",
        needsTypesOf: [id],
        message: `${id} has no schemas, so RegisterConversions leaves out the conversions between ${id} and ${peer}`,
        ...remedyAs(
          `Give ${id}/doc.ts +groupName=<group>, or a folder without kinds +k8s:schema-gen=true.`,
          addPackageMarker(id, "+k8s:schema-gen=true"),
        ),
        position:
          setup.output.markers.find(({ name }) => name === "k8s:conversion-gen")?.position ?? setup.output.position,
      },
    ];
  });
}

/** Whether a scheme can call a person's function: for interfaces and unions. */
export function isRegistrable(world: World, fn: FunctionDeclaration): boolean {
  const signature = signatureOf(world.types, fn);
  if (signature === undefined) return false;
  return [signature.from, signature.to].every((type) => {
    const last = world.types.unwrap(type);
    return last.kind === "ref" && convertible(world.types.declaration(last.to));
  });
}
