import { fileURLToPath } from "node:url";
import type { FilePlan, Generator } from "./generator.js";
import { collectImports, type ImportCollector } from "./print/imports.js";
import { relativeSpecifier, type ImportEnding } from "./print/specifier.js";
import { printWith, type Printable } from "./print/symbol.js";
import { compareText } from "./problem.js";
import { createTemplates, type Helper } from "./template/fill.js";
import { readTemplates } from "./template/read.js";

/**
 * A file's text below its header: the imports that its body asked for, then the body. Not yet
 * formatted.
 */
export type Render = (plan: FilePlan, ending: ImportEnding) => string;

/**
 * Reads a generator's templates. Each template is also a partial, by its path without `.hbs`, and
 * so is each inline partial, by its name.
 */
export function renderer(generator: Pick<Generator, "templates">): Render {
  const folder = fileURLToPath(generator.templates);
  const templates = readTemplates(folder);
  /** Those of the file that is being printed: printing is synchronous. */
  let imports: ImportCollector;
  const fill = createTemplates(
    templates,
    helpers((value) => printWith(value, (symbol) => imports.print(symbol))),
  );
  return (plan, ending) => {
    if (!templates.has(plan.template)) throw new Error(`no template ${plan.template} in ${folder}`);
    imports = collectImports(plan.path, plan.exports, ending);
    const body = fill(plan.template, plan.view);
    return [imports.statements(), reexportStatements(plan, ending), imports.resolve(body)]
      .filter((part) => part !== "")
      .join("\n\n");
  };
}

function reexportStatements(plan: FilePlan, ending: ImportEnding): string {
  const bySpecifier = new Map<string, string[]>();
  for (const { symbol, from, module } of plan.reexports ?? []) {
    const specifier = module === true ? from : relativeSpecifier(plan.path, from, ending);
    bySpecifier.set(specifier, [...(bySpecifier.get(specifier) ?? []), symbol]);
  }
  return [...bySpecifier]
    .sort(([a], [b]) => compareText(a, b))
    .map(
      ([specifier, symbols]) => `export { ${symbols.sort(compareText).join(", ")} } from ${JSON.stringify(specifier)};`,
    )
    .join("\n");
}

/**
 * What a template can do beside `each`, `if`, `unless` and partials: print a Printable (`{{print
 * type}}`), a JSON literal (`{{json value}}`), a property name (`{{key name}}`) or access
 * (`{{access name}}`), and pick a partial by kind (`{{> (concat "copy/" kind)}}`). Everything else
 * is decided in the plan.
 */
function helpers(print: (value: Printable) => string): { readonly [name: string]: Helper } {
  return {
    print: (value) => print(value as Printable),
    json: (value) => JSON.stringify(value),
    key: (name) => propertyKey(name as string),
    access: (name) => propertyAccess(name as string),
    concat: (...parts) => parts.join(""),
  };
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/**
 * How a property is written in an object literal: `spec`, `"x-y"`, and `["__proto__"]`, which is
 * data only in this form.
 */
export function propertyKey(name: string): string {
  if (name === "__proto__") return `["__proto__"]`;
  return identifier.test(name) ? name : JSON.stringify(name);
}

/** How a property is read: `.spec`, `["x-y"]`. */
export function propertyAccess(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
