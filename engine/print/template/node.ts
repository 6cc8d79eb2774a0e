/**
 * A template as data. The build creates the data from Handlebars' syntax, so that runs do not need
 * the parser of Handlebars.
 */
export type TemplateNode =
  | string
  | { readonly kind: "print"; readonly value: TemplateExpression }
  /** Fills `body` for each item of a list, or `otherwise` for an empty or missing list. */
  | { readonly kind: "each"; readonly of: TemplatePath; readonly body: Template; readonly otherwise: Template }
  | { readonly kind: "if"; readonly condition: TemplatePath; readonly body: Template; readonly otherwise: Template }
  | {
      readonly kind: "partial";
      readonly name: TemplateExpression;
      readonly context: TemplatePath | null;
      readonly more: readonly (readonly [string, TemplatePath])[];
    };

export type Template = readonly TemplateNode[];

/**
 * A path in a template, such as `../body.kind`: the number of contexts to go up, and the names of
 * properties.
 */
export interface TemplatePath {
  readonly up: number;
  readonly names: readonly string[];
  /**
   * The variable in a path such as `@first`, for which `names` is empty. Absent for other paths.
   */
  readonly item?: ItemName;
  /** The source text of the path, for messages. */
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
