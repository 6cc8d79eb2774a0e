import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";
import type { FilePlan, Generator } from "./generator.js";
import { collectImports, type ImportCollector } from "./print/imports.js";
import { relativeSpecifier, type ImportEnding } from "./print/specifier.js";
import { isSymbolRef, type Printable } from "./print/symbol.js";
import { compareText } from "./problem.js";

/** A file's text below its header: the imports that its body asked for, then the body. Not yet formatted. */
export type Render = (plan: FilePlan, ending: ImportEnding) => string;

/** Reads and compiles a generator's templates: `<name>.hbs` is a template, and everything is a partial by its path without `.hbs`. */
export function renderer(generator: Pick<Generator, "templates">): Render {
  const handlebars = Handlebars.create();
  registerHelpers(handlebars);
  const folder = fileURLToPath(generator.templates);
  const templates = new Map<string, Handlebars.TemplateDelegate>();
  for (const path of templateFiles(folder)) {
    const name = relative(folder, path).split(sep).join("/").slice(0, -".hbs".length);
    const template = handlebars.compile(readFileSync(path, "utf8"), { noEscape: true, strict: true });
    templates.set(name, template);
    handlebars.registerPartial(name, template);
  }
  return (plan, ending) => {
    const template = templates.get(plan.template);
    if (template === undefined) throw new Error(`no template ${plan.template} in ${folder}`);
    const imports = collectImports(plan.path, plan.exports, ending);
    const body = template(plan.view, { data: { imports } });
    return [imports.statements(), reexportStatements(plan, ending), imports.resolve(body)].filter((part) => part !== "").join("\n\n");
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
    .map(([specifier, symbols]) => `export { ${symbols.sort(compareText).join(", ")} } from "${specifier}";`)
    .join("\n");
}

function templateFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? templateFiles(path) : entry.name.endsWith(".hbs") ? [path] : [];
    })
    .sort();
}

interface HelperOptions {
  readonly data: { readonly imports: ImportCollector };
}

/**
 * What a template can do beside Handlebars' own: print a Printable (`{{print type}}`), a JSON literal
 * (`{{json value}}`), a property name (`{{key name}}`) or access (`{{access name}}`), and pick a partial
 * by kind (`{{> (concat "copy/" kind)}}`). Everything else is decided in the plan.
 */
function registerHelpers(handlebars: typeof Handlebars): void {
  handlebars.registerHelper("print", (value: Printable, options: HelperOptions) => printed(value, options.data.imports));
  handlebars.registerHelper("json", (value: unknown) => JSON.stringify(value));
  handlebars.registerHelper("key", (name: string) => propertyKey(name));
  handlebars.registerHelper("access", (name: string) => propertyAccess(name));
  handlebars.registerHelper("concat", (...parts: unknown[]) => parts.slice(0, -1).join(""));
}

function printed(value: Printable, imports: ImportCollector): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (isSymbolRef(value)) return imports.print(value);
  return value.map((part) => printed(part, imports)).join("");
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** How a property is written in an object literal: `spec`, `"x-y"`, and `["__proto__"]`, which is data only in this form. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return `["__proto__"]`;
  return identifier.test(name) ? name : JSON.stringify(name);
}

/** How a property is read: `.spec`, `["x-y"]`. */
export function propertyAccess(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
