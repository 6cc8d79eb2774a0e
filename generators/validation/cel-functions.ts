import type { TypeId, Universe } from "../../engine/model/universe.js";
import type { Printable, SymbolRef } from "../../engine/base/symbol.js";
import { printRules, type PrintedRule } from "../../runtime/cel/print/rules.js";
import { structuralSchema } from "../../runtime/rules/structural.js";
import { TypeSchemas } from "../type-schemas/type-schema.js";

/** Functions generated from the CEL rules of the types in a file, for the template. */
export interface CELFunctionsView {
  /** Functions of rules that occur several times. */
  readonly shared: readonly { readonly name: string; readonly type: Printable; readonly code: Printable }[];
  readonly entries: readonly { readonly place: string; readonly code: Printable }[];
  readonly type: SymbolRef;
}

/** Prints the CEL rules of types as JavaScript functions. */
export class CELFunctionPrinter {
  readonly #schemas: TypeSchemas;

  constructor(universe: Universe) {
    this.#schemas = new TypeSchemas(universe);
  }

  /**
   * Returns the functions for a file; undefined if no rule can be printed as a function. Rules
   * without a function are evaluated by closures.
   */
  viewOf(types: readonly TypeId[]): CELFunctionsView | undefined {
    const functions = types.flatMap((id) => this.#ofType(id));
    if (functions.length === 0) return undefined;
    const uses = new Map<string, number>();
    for (const { code } of functions) uses.set(code, (uses.get(code) ?? 0) + 1);
    const repeated = [...uses].filter(([, count]) => count > 1).map(([code]) => code);
    const names = new Map(repeated.map((code, index) => [code, `celFunction${String(index + 1)}`]));
    return {
      shared: Array.from(names, ([code, name]) => ({
        name,
        type: symbolOf("MakeFunction", true),
        code: withImports(code),
      })),
      entries: functions.map(({ place, code }) => ({ place, code: names.get(code) ?? withImports(code) })),
      type: symbolOf("CELFunctions", true),
    };
  }

  #ofType(id: TypeId): readonly PrintedRule[] {
    const type = this.#schemas.of(id);
    return printRules(structuralSchema(type), type.name, type.gvk !== undefined);
  }
}

function symbolOf(symbol: string, type = false): SymbolRef {
  return {
    symbol,
    from: "@apimachinery/runtime/cel/printed",
    module: true,
    namespace: "cel",
    ...(type && { type: true }),
  };
}

/** Replaces `cel.` names in generated code, except in strings, by symbols that the file imports. */
function withImports(code: string): Printable {
  return code
    .split(/("(?:[^"\\]|\\.)*"|\bcel\.\w+)/)
    .map((part): Printable => (part.startsWith("cel.") ? symbolOf(part.slice("cel.".length)) : part));
}
