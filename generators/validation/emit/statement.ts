import { printWith, type Printable } from "../../../engine/print/symbol.js";

/** A statement of a generated function. The template has a partial for each kind. */
export type Statement =
  | { readonly kind: "do"; readonly code: Printable }
  | { readonly kind: "if"; readonly condition: Printable; readonly then: Body; readonly otherwise?: Body }
  | { readonly kind: "block"; readonly body: Body }
  | { readonly kind: "note"; readonly text: string }
  /**
   * A call of a runtime function. One argument is a validator, and the last argument is normally
   * the list of errors.
   */
  | {
      readonly kind: "each";
      readonly fn: Printable;
      readonly args: readonly Printable[];
      readonly validator: Validator;
      /** Set if the list of errors is not the last argument of the call. */
      readonly isBare?: true;
    }
  /** A loop over a list. The code refers to an item as `item`, and to its index as `at`. */
  | { readonly kind: "loop"; readonly list: string; readonly length: Printable; readonly code: Printable }
  | {
      readonly kind: "switch";
      readonly on: Printable;
      readonly cases: readonly { readonly value: Printable; readonly body: Body }[];
      readonly otherwise: Body;
    };

export type Body = { readonly statements: readonly Statement[] };

/** Function that validates an item, key or property: a named function, or an inline function. */
export type Validator =
  | { readonly kind: "named"; readonly fn: Printable }
  | { readonly kind: "inline"; readonly parameters: string; readonly body: Body };

export function body(...statements: readonly Statement[]): Body {
  return { statements };
}

export function run(code: Printable): Statement {
  return { kind: "do", code };
}

/** Returns the statement that adds an error. */
export function push(error: Printable): Statement {
  return run(["errors.push(", error, ")"]);
}

/**
 * Returns an `if` statement without its empty branches. Returns no statement if both branches are
 * empty.
 */
export function when(
  condition: Printable,
  then: readonly Statement[],
  otherwise: readonly Statement[] = [],
): readonly Statement[] {
  if (then.length === 0 && otherwise.length === 0) return [];
  return [
    {
      kind: "if",
      condition,
      then: { statements: then },
      ...(otherwise.length === 0 ? {} : { otherwise: { statements: otherwise } }),
    },
  ];
}

const parameters = ["op", "fldPath", "value", "oldValue", "errors"] as const;

/** Returns a validator with the given statements. Unused parameters begin with `_`. */
export function inlineValidator(statements: readonly Statement[]): Validator {
  const printed = parameters.map((name) => (usesName(statements, name) ? name : `_${name}`)).join(", ");
  return { kind: "inline", parameters: printed, body: { statements } };
}

/** Reports whether statements use a variable of the enclosing function. */
export function usesName(statements: readonly Statement[], name: string): boolean {
  const text = textOf(statements).replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return new RegExp(`(?<![\\w.$])${name}(?![\\w$])`).test(text);
}

/**
 * Returns the text of statements. The text of inline functions is omitted, because these functions
 * have their own variables.
 */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  if ("symbol" in value && "from" in value) return printWith(value as Printable, ({ symbol }) => symbol);
  if ("parameters" in value) return "";
  const last = "validator" in value && !("isBare" in value) ? " errors " : "";
  return Object.entries(value)
    .map(([key, part]) => (key === "kind" || key === "text" ? "" : textOf(part)))
    .join(" ")
    .concat(last);
}
