/**
 * A template as data. The build creates it from Handlebars' syntax. Runs therefore need no parser
 * for templates.
 */
export type TemplateNode =
  | string
  | { readonly kind: "print"; readonly value: TemplateExpression }
  /** Repeats `body` for each item of a list. For an empty or missing list, uses `otherwise`. */
  | { readonly kind: "each"; readonly of: TemplatePath; readonly body: Template; readonly otherwise: Template }
  | { readonly kind: "if"; readonly condition: TemplatePath; readonly body: Template; readonly otherwise: Template }
  | {
      readonly kind: "partial";
      readonly name: TemplateExpression;
      readonly context: TemplatePath | null;
      readonly more: readonly (readonly [string, TemplatePath])[];
    };

export type Template = readonly TemplateNode[];

/** `../body.kind`: the number of contexts to go up, then property names. */
export interface TemplatePath {
  readonly up: number;
  readonly names: readonly string[];
  /** The variable, for a path such as `@first`; `names` is then empty. */
  readonly item?: ItemName;
  /** The path as text, for messages. */
  readonly text: string;
}

export type TemplateExpression = string | TemplatePath | HelperCall;

export interface HelperCall {
  readonly helper: string;
  readonly args: readonly TemplateExpression[];
}

/** Variables of Handlebars for the position of an item in `each`. */
export const itemNames = ["@first", "@last", "@index"] as const;

export type ItemName = (typeof itemNames)[number];
