import { fileURLToPath } from "node:url";
import type { FilePlan, Generator } from "../plan/generator.js";
import { ImportCollector } from "./imports.js";
import { relativeSpecifier } from "./specifier.js";
import { printWith, type ImportEnding, type Printable } from "../base/symbol.js";
import { orderStrings } from "../base/problem.js";
import { Templates, type TemplateHelper } from "./template/fill.js";
import { readTemplates } from "./template/read.js";

/**
 * Returns the unformatted text of a file without its header: the imports that its body needs, its
 * re-exports, and its body.
 */
export type Render = (plan: FilePlan, ending: ImportEnding) => string;

/**
 * Returns a function that renders the files of a generator. Templates can include each template as
 * a partial by its path without `.hbs`, and each inline partial by its name.
 */
export function renderer(generator: Pick<Generator, "templates">): Render {
  const folder = fileURLToPath(generator.templates);
  const templates = readTemplates(folder);
  /**
   * Imports of the file that is being rendered. Rendering is synchronous, so only one file is
   * rendered at a time.
   */
  let imports: ImportCollector;
  const filled = new Templates(
    templates,
    helpers((value) => printWith(value, (symbol) => imports.print(symbol))),
  );
  return (plan, ending) => {
    if (!templates.has(plan.template)) throw new Error(`the template ${plan.template} does not exist in ${folder}`);
    imports = new ImportCollector(plan.path, plan.exports, ending);
    const body = filled.fill(plan.template, plan.view);
    return [imports.statements(), reexportStatements(plan, ending), imports.resolve(body)]
      .filter((part) => part !== "")
      .join("\n\n");
  };
}

function reexportStatements(plan: FilePlan, ending: ImportEnding): string {
  const bySpecifier = new Map<string, string[]>();
  for (const { symbol, from, module, type } of plan.reexports ?? []) {
    const specifier = module === true ? from : relativeSpecifier(plan.path, from, ending);
    const printed = type === true ? `type ${symbol}` : symbol;
    bySpecifier.set(specifier, [...(bySpecifier.get(specifier) ?? []), printed]);
  }
  return [...bySpecifier]
    .sort(([a], [b]) => orderStrings(a, b))
    .map(
      ([specifier, symbols]) =>
        `export { ${symbols.sort(orderStrings).join(", ")} } from ${JSON.stringify(specifier)};`,
    )
    .join("\n");
}

/**
 * Returns the helpers of templates, in addition to `each`, `if`, `unless` and partials. They print
 * a Printable (`{{print type}}`), a name that a module exports (`{{import "test" "vitest"}}`,
 * `{{importType "Scheme" "@apimachinery/runtime"}}`), a JSON literal (`{{json value}}`), a property
 * name (`{{key name}}`) or a property access (`{{access name}}`). The helper `concat` selects a
 * partial by kind (`{{> (concat "copy/" kind)}}`). All other decisions are made in the plan.
 */
function helpers(print: (value: Printable) => string): { readonly [name: string]: TemplateHelper } {
  return {
    print: (value) => print(value as Printable),
    import: (symbol, from) => print({ symbol: symbol as string, from: from as string, module: true }),
    importType: (symbol, from) => print({ symbol: symbol as string, from: from as string, module: true, type: true }),
    json: (value) => JSON.stringify(value),
    key: (name) => propertyKey(name as string),
    access: (name) => propertyAccess(name as string),
    concat: (...parts) => parts.join(""),
  };
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/**
 * Returns the code of a key in an object literal: `spec`, `"x-y"`, or `["__proto__"]`. Without the
 * brackets, `__proto__` would set the prototype.
 */
export function propertyKey(name: string): string {
  if (name === "__proto__") return `["__proto__"]`;
  return identifier.test(name) ? name : JSON.stringify(name);
}

/** Returns the code of an access to a property: `.spec`, `["x-y"]`. */
export function propertyAccess(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
