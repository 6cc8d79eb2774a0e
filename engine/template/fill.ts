import type { Expression, Path, Template, TemplateNode } from "./node.js";

/** A function that templates call by name, such as `json`. Its arguments are values of the view. */
export type Helper = (...args: readonly unknown[]) => string;

/** A context with the contexts around it. */
interface Scope {
  readonly value: unknown;
  readonly above: Scope | undefined;
  readonly index: number;
  readonly isLast: boolean;
}

type Fill = (scope: Scope) => string;

/**
 * Returns a function that fills a template by name. Each template is also a partial of the others.
 */
export function createTemplates(
  templates: ReadonlyMap<string, Template>,
  helpers: { readonly [name: string]: Helper },
): (name: string, view: unknown) => string {
  const ready = new Map<string, Fill>();
  const named = (name: string): Fill => {
    const known = ready.get(name);
    if (known !== undefined) return known;
    const template = templates.get(name);
    if (template === undefined) throw new Error(`unknown template ${name}`);
    const fill = sequence(template);
    ready.set(name, fill);
    return fill;
  };

  function sequence(template: Template): Fill {
    const parts = template.map(node);
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

  function node(of: TemplateNode): Fill {
    if (typeof of === "string") return () => of;
    switch (of.kind) {
      case "print":
        return printed(of.value);
      case "each": {
        const [list, body, otherwise] = [valueAt(of.of), sequence(of.body), sequence(of.otherwise)];
        return (scope) => {
          const items = list(scope);
          if (!Array.isArray(items) || items.length === 0) return otherwise(scope);
          let text = "";
          const last = items.length - 1;
          for (const [index, value] of items.entries())
            text += body({ value, above: scope, index, isLast: index === last });
          return text;
        };
      }
      case "if": {
        const [condition, body, otherwise] = [valueAt(of.condition), sequence(of.body), sequence(of.otherwise)];
        return (scope) => (isGiven(condition(scope)) ? body(scope) : otherwise(scope));
      }
      case "partial":
        return partial(of);
    }
  }

  function partial({ name, context, more }: Extract<TemplateNode, { readonly kind: "partial" }>): Fill {
    const partialName = text(name);
    const value = context === null ? undefined : valueAt(context);
    const added = more.map(([key, path]) => [key, valueAt(path)] as const);
    return (scope) => {
      const fill = named(partialName(scope));
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
   * Prints a value. A path to a missing value throws, so that the first view finds a misspelt name.
   */
  function printed(expression: Expression): Fill {
    if (typeof expression === "string" || "helper" in expression) return text(expression);
    const value = valueAt(expression);
    return (scope) => {
      const found = value(scope);
      if (found === undefined) throw new Error(`"${expression.text}" is not in the view`);
      return typeof found === "string" ? found : JSON.stringify(found);
    };
  }

  function text(expression: Expression): Fill {
    const value = evaluated(expression);
    return (scope) => value(scope) as string;
  }

  function evaluated(expression: Expression): (scope: Scope) => unknown {
    if (typeof expression === "string") return () => expression;
    if (!("helper" in expression)) return valueAt(expression);
    const helper = helpers[expression.helper];
    if (helper === undefined)
      throw new Error(`unknown helper ${expression.helper}; the helpers are ${Object.keys(helpers).join(", ")}`);
    const args = expression.args.map(evaluated);
    const [first] = args;
    if (args.length === 1 && first !== undefined) return (scope) => helper(first(scope));
    return (scope) => helper(...args.map((arg) => arg(scope)));
  }

  return (name, view) => named(name)({ value: view, above: undefined, index: 0, isLast: true });
}

function valueAt({ up, names, item }: Path): (scope: Scope) => unknown {
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

/** As in Handlebars, an empty list counts as false. */
function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
