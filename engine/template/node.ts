/**
 * A template as data. The build creates it from Handlebars' syntax, so a run need not load a
 * parser.
 */
export type TemplateNode =
  | string
  | { readonly kind: "print"; readonly value: Expression }
  /** Repeats `body` for each item; uses `otherwise` for an empty or missing list. */
  | { readonly kind: "each"; readonly of: Path; readonly body: Template; readonly otherwise: Template }
  | { readonly kind: "if"; readonly condition: Path; readonly body: Template; readonly otherwise: Template }
  | {
      readonly kind: "partial";
      readonly name: Expression;
      readonly context: Path | null;
      readonly more: readonly (readonly [string, Path])[];
    };

export type Template = readonly TemplateNode[];

/** `../body.kind`: the number of contexts to go up, then property names. */
export interface Path {
  readonly up: number;
  readonly names: readonly string[];
  /** Name of the position, for a path like `@first`; `names` is empty then. */
  readonly item?: ItemName;
  /** Text of the path in the template. */
  readonly text: string;
}

export type Expression = string | Path | Call;

export interface Call {
  readonly helper: string;
  readonly args: readonly Expression[];
}

/** Names for the position of an item in `each`. */
export const itemNames = ["@first", "@last", "@index"] as const;

export type ItemName = (typeof itemNames)[number];
