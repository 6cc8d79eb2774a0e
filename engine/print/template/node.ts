/**
 * A template as data. The build creates it from Handlebars' syntax. Runs therefore need no parser
 * for templates.
 */
export type TemplateNode =
  | string
  | { readonly kind: "print"; readonly value: Expression }
  /** Repeats `body` for each item of a list. For an empty or missing list, uses `otherwise`. */
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
  /** The variable, for a path such as `@first`; `names` is then empty. */
  readonly item?: ItemName;
  /** The path as text, for messages. */
  readonly text: string;
}

export type Expression = string | Path | Call;

export interface Call {
  readonly helper: string;
  readonly args: readonly Expression[];
}

/** Variables of Handlebars for the position of an item in `each`. */
export const itemNames = ["@first", "@last", "@index"] as const;

export type ItemName = (typeof itemNames)[number];
