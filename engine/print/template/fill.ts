import type { TemplateExpression, TemplatePath, Template, TemplateNode } from "./node.js";

/**
 * A function that templates call by name, such as `json`. Its arguments are values of the
 * template's data.
 */
export type TemplateHelper = (...args: readonly unknown[]) => string;

/**
 * The context in which a part of a template is filled: a value of the data, and the enclosing
 * context. `index` and `isLast` describe the current item of `each`.
 */
interface Scope {
  readonly value: unknown;
  readonly above: Scope | undefined;
  readonly index: number;
  readonly isLast: boolean;
}

type Fill = (scope: Scope) => string;

type Value = (scope: Scope) => unknown;

/**
 * Templates that include each other as partials. A template is compiled into functions when it is
 * first used.
 */
export class Templates {
  readonly #templates: ReadonlyMap<string, Template>;
  readonly #helpers: { readonly [name: string]: TemplateHelper };
  readonly #compiled = new Map<string, Fill>();

  /** @param templates parsed templates by name; each template can include all others as partials */
  constructor(templates: ReadonlyMap<string, Template>, helpers: { readonly [name: string]: TemplateHelper }) {
    this.#templates = templates;
    this.#helpers = helpers;
  }

  /**
   * Returns the text of a template that is filled with data.
   *
   * @param view data for the template
   * @throws Error for an unknown name, or a printed path to a value that is missing in the data
   */
  fill(name: string, view: unknown): string {
    return this.#named(name)({ value: view, above: undefined, index: 0, isLast: true });
  }

  #named(name: string): Fill {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const template = this.#templates.get(name);
    if (template === undefined) throw new Error(`unknown template ${name}`);
    const fill = this.#sequence(template);
    this.#compiled.set(name, fill);
    return fill;
  }

  #sequence(template: Template): Fill {
    const parts = template.map((part) => this.#node(part));
    const [first, second] = parts;
    if (first === undefined) return () => "";
    if (parts.length === 1) return first;
    if (parts.length === 2 && second !== undefined) return (scope) => first(scope) + second(scope);
    return (scope) => {
      let text = "";
      for (const part of parts) text += part(scope);
      return text;
    };
  }

  #node(node: TemplateNode): Fill {
    if (typeof node === "string") return () => node;
    switch (node.kind) {
      case "print":
        return this.#printed(node.value);
      case "each":
        return each(valueAt(node.of), this.#sequence(node.body), this.#sequence(node.otherwise));
      case "if": {
        const [condition, body] = [valueAt(node.condition), this.#sequence(node.body)];
        const otherwise = this.#sequence(node.otherwise);
        return (scope) => (isGiven(condition(scope)) ? body(scope) : otherwise(scope));
      }
      case "partial":
        return this.#partial(node);
    }
  }

  #partial({ name, context, more }: Extract<TemplateNode, { readonly kind: "partial" }>): Fill {
    const partialName = this.#text(name);
    const value = context === null ? undefined : valueAt(context);
    const added = more.map(([key, path]) => [key, valueAt(path)] as const);
    return (scope) => {
      const fill = this.#named(partialName(scope));
      if (value === undefined && added.length === 0) return fill(scope);
      const own = value === undefined ? scope.value : value(scope);
      const whole =
        added.length === 0
          ? own
          : { ...(own as object), ...Object.fromEntries(added.map(([key, of]) => [key, of(scope)])) };
      return fill({ value: whole, above: scope, index: scope.index, isLast: scope.isLast });
    };
  }

  /**
   * Returns a function that prints a value. A path to a missing value throws an error, so that a
   * misspelt name is found when the template is first used.
   */
  #printed(expression: TemplateExpression): Fill {
    if (typeof expression === "string" || "helper" in expression) return this.#text(expression);
    const value = valueAt(expression);
    return (scope) => {
      const found = value(scope);
      if (found === undefined) throw new Error(`the view has no value "${expression.text}"`);
      return typeof found === "string" ? found : JSON.stringify(found);
    };
  }

  #text(expression: TemplateExpression): Fill {
    const value = this.#evaluated(expression);
    return (scope) => value(scope) as string;
  }

  #evaluated(expression: TemplateExpression): Value {
    if (typeof expression === "string") return () => expression;
    if (!("helper" in expression)) return valueAt(expression);
    const helper = this.#helpers[expression.helper];
    if (helper === undefined)
      throw new Error(`unknown helper ${expression.helper}; the helpers are ${Object.keys(this.#helpers).join(", ")}`);
    const args = expression.args.map((arg) => this.#evaluated(arg));
    const [first] = args;
    if (args.length === 1 && first !== undefined) return (scope) => helper(first(scope));
    return (scope) => helper(...args.map((arg) => arg(scope)));
  }
}

/**
 * Returns a function that fills `body` for each item of a list, or `otherwise` for an empty or
 * missing list.
 */
function each(list: Value, body: Fill, otherwise: Fill): Fill {
  return (scope) => {
    const items = list(scope);
    if (!Array.isArray(items) || items.length === 0) return otherwise(scope);
    let text = "";
    const last = items.length - 1;
    for (const [index, value] of items.entries()) text += body({ value, above: scope, index, isLast: index === last });
    return text;
  };
}

function valueAt({ up, names, item }: TemplatePath): Value {
  const [first] = names;
  if (item === "@last") return ({ isLast }) => isLast;
  if (item === "@first") return ({ index }) => index === 0;
  if (item === "@index") return ({ index }) => index;
  if (up === 0 && first === undefined) return (scope) => scope.value;
  if (up === 0 && first !== undefined && names.length === 1) return (scope) => property(scope.value, first);
  return (scope) => {
    let at: Scope | undefined = scope;
    for (let step = 0; step < up; step++) at = at?.above;
    return names.reduce(property, at?.value);
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: unknown })[name]
    : undefined;
}

/** Reports whether the value of a condition is true. As in Handlebars, an empty list is false. */
function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
