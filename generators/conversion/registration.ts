import type { PlanInput } from "../../engine/generator.js";
import type { FunctionDeclaration, Type } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
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
 * @returns undefined without the schema generator: a scheme knows types by their schemas
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
  return { scheme: { symbol: "Scheme", from: "@apimachinery/runtime/codegen/v1", module: true, type: true }, functions: found };
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
