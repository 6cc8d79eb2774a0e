import type { PlanInput } from "../../engine/generator.js";
import type { FunctionDeclaration, PackageId, Type } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import { signatureOf } from "./functions.js";
import type { Setup } from "./setups.js";
import { reference } from "./types.js";
import { convertible } from "./world.js";
import type { Direction, World } from "./world.js";

interface Registered {
  /** The scheme's method: a person's function is registered above the generated ones. */
  readonly method: "addGeneratedConversionFunc" | "addConversionFunc";
  readonly from: SymbolRef;
  readonly to: SymbolRef;
  readonly function: SymbolRef;
}

/** What the template prints. */
export interface Registration {
  readonly scheme: SymbolRef;
  readonly functions: readonly Registered[];
}

/**
 * What RegisterConversions does, in Go's order: generated functions by type, there and back, then a person's by name.
 * @returns undefined where there is nothing to register, as without the schema generator: a scheme knows types by their schemas
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
    return input.emitted(declaration.package, names.schema(declaration.name));
  };
  const found: Registered[] = [];
  const add = (method: Registered["method"], from: Type, to: Type, fn: SymbolRef): void => {
    const [source, target] = [schema(from), schema(to)];
    if (source !== undefined && target !== undefined) found.push({ method, from: source, to: target, function: fn });
  };
  for (const { from, to, convert } of directions) {
    if (world.handWritten(setup, reference(from), reference(to)) !== undefined) continue;
    add("addGeneratedConversionFunc", reference(from), reference(to), { symbol: convert, from: world.path(setup.output.id) });
  }
  for (const fn of handWritten) {
    const signature = signatureOf(types, fn);
    if (signature !== undefined) add("addConversionFunc", signature.from, signature.to, { symbol: fn.name, from: fn.file });
  }
  if (found.length === 0) return undefined;
  return { scheme: { symbol: "Scheme", from: "@apimachinery/runtime/codegen/v1", module: true, type: true }, functions: found };
}

/** Folders of a setup whose types have no schemas although the generator of schemas is on: what concerns them can't be registered. */
export function unregisteredProblems(world: World, setup: Setup, directions: readonly Direction[], input: PlanInput): Problem[] {
  if (!input.selected.has("schema")) return [];
  const without = new Map<PackageId, boolean>();
  for (const { from } of directions) {
    const has = input.emitted(from.package, names.schema(from.name)) !== undefined;
    without.set(from.package, (without.get(from.package) ?? true) && !has);
  }
  return [...without].flatMap(([id, none]): Problem[] => {
    if (!none || world.universe.packages[id]?.markers.some(({ name }) => name === "k8s:schema-gen")) return [];
    return [
      {
        code: "conversion/not-registered",
        severity: "warning",
        message: `${id} has no schemas, so RegisterConversions leaves out what ${setup.types.id} and ${id} convert`,
        hint: `Give ${id}/doc.ts +groupName=<group>, or a folder without kinds +k8s:schema-gen=true.`,
        position: setup.output.markers.find(({ name }) => name === "k8s:conversion-gen")?.position ?? setup.output.position,
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
