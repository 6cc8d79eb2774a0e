import type { Printable } from "../../engine/base/symbol.js";

/**
 * A statement of a defaulting function. `kind` is the name of the partial template that prints it.
 */
export type DefaultingStep =
  | { readonly kind: "call"; readonly fn: Printable; readonly value: Printable }
  /** Sets a value if it is absent or null. */
  | { readonly kind: "unset"; readonly target: Printable; readonly value: Printable }
  /** Sets a value if it is falsy, that is, absent or zero. */
  | { readonly kind: "zero"; readonly target: Printable; readonly value: Printable }
  | { readonly kind: "when"; readonly condition: Printable; readonly target: Printable; readonly value: Printable }
  | { readonly kind: "guard"; readonly value: Printable; readonly block: DefaultingBlock }
  | { readonly kind: "list" | "map"; readonly value: Printable; readonly item: string; readonly block: DefaultingBlock }
  /** Sets each unset list item or map value to the default of its type, in place. */
  | {
      readonly kind: "elements" | "values";
      readonly list: Printable;
      readonly index: string;
      readonly block: DefaultingBlock;
    }
  | {
      readonly kind: "union";
      readonly value: Printable;
      readonly discriminator: string;
      readonly cases: readonly { readonly value: string; readonly steps: readonly DefaultingStep[] }[];
    };

/** Body of an `if` or `for` statement: one short statement, or several statements in braces. */
export type DefaultingBlock =
  | { readonly kind: "one"; readonly step: DefaultingStep }
  | { readonly kind: "many"; readonly steps: readonly DefaultingStep[] };

const short: ReadonlySet<DefaultingStep["kind"]> = new Set(["call", "unset", "zero"]);

export function blockOf(steps: readonly DefaultingStep[]): DefaultingBlock {
  const [first] = steps;
  return first !== undefined && steps.length === 1 && short.has(first.kind)
    ? { kind: "one", step: first }
    : { kind: "many", steps };
}
