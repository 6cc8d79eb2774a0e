/**
 * A template as data. It is made from Handlebars' syntax when codegen is built, so that running it
 * loads no parser.
 */
export type TemplateNode =
  | string
  | { readonly kind: "print"; readonly value: Expression }
  /** `else` is for an empty list, and for what is not there. */
  | { readonly kind: "each"; readonly of: Path; readonly body: Template; readonly otherwise: Template }
  | { readonly kind: "if"; readonly condition: Path; readonly body: Template; readonly otherwise: Template }
  | {
      readonly kind: "partial";
      readonly name: Expression;
      readonly context: Path | null;
      readonly more: readonly (readonly [string, Path])[];
    };

export type Template = readonly TemplateNode[];

/** `../body.kind`: how many contexts up, then properties. */
export interface Path {
  readonly up: number;
  readonly names: readonly string[];
  /** Instead of properties. */
  readonly item?: ItemName;
  /** As the template writes it. */
  readonly text: string;
}

export type Expression = string | Path | Call;

export interface Call {
  readonly helper: string;
  readonly args: readonly Expression[];
}

/** What an `each` tells of the item that it is at, as a path names it. */
export const itemNames = ["@first", "@last", "@index"] as const;

export type ItemName = (typeof itemNames)[number];
