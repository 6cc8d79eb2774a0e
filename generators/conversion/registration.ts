import type { PlanInput } from "../../engine/generator.js";
import type { FunctionDeclaration, Type } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import { signatureOf } from "./functions.js";
import type { Setup } from "./setups.js";
import { reference } from "./types.js";
import type { Direction, World } from "./world.js";

interface Registered {
  /** The scheme's method: a person's function is registered above the generated ones. */
  readonly method: "addGeneratedConversionFunc" | "addConversionFunc";
  readonly from: SymbolRef;
  readonly to: SymbolRef;
  readonly function: SymbolRef;
}

export interface Registration {
  readonly view: { readonly scheme: SymbolRef; readonly functions: readonly Registered[] };
  /** The person's functions among them. */
  readonly functions: readonly FunctionDeclaration[];
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
  const add = (method: Registered["method"], from: Type, to: Type, fn: SymbolRef): boolean => {
    const [input_, output] = [schema(from), schema(to)];
    if (input_ === undefined || output === undefined) return false;
    found.push({ method, from: input_, to: output, function: fn });
    return true;
  };
  for (const { from, to, convert } of directions) {
    if (world.handWritten(setup, reference(from), reference(to)) !== undefined) continue;
    add("addGeneratedConversionFunc", reference(from), reference(to), { symbol: convert, from: world.path(setup.output.id) });
  }
  const functions = handWritten.filter((fn) => {
    const signature = signatureOf(types, fn);
    return signature !== undefined && add("addConversionFunc", signature.from, signature.to, { symbol: fn.name, from: fn.file });
  });
  return {
    view: { scheme: { symbol: "Scheme", from: "@apimachinery/runtime/codegen/v1", module: true, type: true }, functions: found },
    functions,
  };
}
