import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as runtime from "@apimachinery/runtime";
import * as ts from "typescript6";
import { expect, test } from "vitest";
import { requestLimits } from "../../apiserver/http/request-limits.js";
import { defaultTimeouts } from "../../apiserver/http/timeouts.js";
import { repository } from "../package/tarballs.js";

const page = join(repository, "docs/options.md");

/** An exported interface. Its comment, and those of its properties, are the text of a section. */
type Section = readonly [title: string, file: string, name: string];

const chapters: readonly (readonly [string, readonly Section[]])[] = [
  [
    "Servers",
    [
      ["The definition of a server", "apiserver/run/definition.ts", "ServerDefinition"],
      ["A group of a server", "apiserver/server/group-definition.ts", "AnyGroupDefinition"],
      ["A strategy", "apiserver/registry/strategy.ts", "Strategy"],
      ["Creates in a strategy", "apiserver/registry/strategy.ts", "CreateStrategy"],
      ["Updates in a strategy", "apiserver/registry/strategy.ts", "UpdateStrategy"],
      ["The status in a strategy", "apiserver/registry/strategy.ts", "StatusStrategy"],
      ["Deletions in a strategy", "apiserver/registry/strategy.ts", "DeleteStrategy"],
      ["Hooks in a strategy", "apiserver/registry/strategy.ts", "HookStrategy"],
      ["A subresource with objects", "apiserver/registry/subresource.ts", "ObjectSubresource"],
      ["A subresource with connections", "apiserver/registry/subresource.ts", "ConnectSubresource"],
      ["The request of a connection", "apiserver/registry/subresource.ts", "ConnectRequest"],
      ["A response over HTTP", "apiserver/registry/subresource.ts", "ConnectHTTPResponse"],
      ["A response by websocket", "apiserver/registry/subresource.ts", "ConnectWebSocketResponse"],
    ],
  ],
  [
    "Clients",
    [
      ["The configuration of a client", "client/rest/client-config.ts", "ClientConfig"],
      ["TLS of a client", "client/rest/client-config.ts", "TLSConfig"],
      ["An informer", "client/cache/shared-informer.ts", "InformerOptions"],
      ["Lists and watches of an informer", "client/cache/reflector.ts", "ReflectorOptions"],
      ["A handler of an informer", "client/cache/shared-informer.ts", "HandlerOptions"],
      ["A factory of informers", "client/cache/informer-factory.ts", "InformerFactoryOptions"],
    ],
  ],
  [
    "Kinds and schemas",
    [
      ["A kind", "runtime/scheme/kind-definition.ts", "AnyKindDefinition"],
      ["An interface", "runtime/schema/schema.ts", "ObjectSchema"],
      ["A union", "runtime/schema/schema.ts", "UnionSchema"],
      ["Facts about a type", "runtime/schema/schema.ts", "TypeFacts"],
      ["Facts about a field", "runtime/schema/schema.ts", "FieldFacts"],
    ],
  ],
  [
    "Generators",
    [
      ["A generator", "engine/plan/generator.ts", "Generator"],
      ["An option of a generator", "engine/plan/generator.ts", "OptionDefinition"],
      ["The problem codes of a generator", "engine/base/define-problems.ts", "ProblemTable"],
      ["A problem code", "engine/base/define-problems.ts", "ProblemRow"],
      ["The input of a plan", "engine/plan/generator.ts", "PlanInput"],
      ["A plan", "engine/plan/generator.ts", "Plan"],
    ],
  ],
  [
    "Controllers",
    [
      ["A controller", "client/controller/create-controller.ts", "ControllerOptions"],
      ["Running controllers", "client/controller/run-controllers.ts", "RunOptions"],
      ["Leader election", "client/leaderelection/leader-election-config.ts", "LeaderElectionConfig"],
      ["Events", "client/events/event-broadcaster.ts", "EventBroadcasterOptions"],
    ],
  ],
];

/** A table of numbers: its comments are those of an interface, or of its own properties. */
type NumberSection = readonly [title: string, file: string, name: string, numbers: Readonly<Record<string, number>>];

const limits: readonly NumberSection[] = [
  ["The parts of a request", "apiserver/http/request-limits.ts", "requestLimits", requestLimits],
  ["Deadlines of a connection", "apiserver/http/timeouts.ts", "ConnectionTimeouts", { ...defaultTimeouts }],
];

/** Files with functions of `@apimachinery/runtime` for values of API types. */
const values: readonly (readonly [title: string, ...files: string[]])[] = [
  ["Times", "values/time.ts"],
  ["Durations", "values/duration.ts"],
  ["Quantities", "quantity/arithmetic.ts", "quantity/format.ts", "quantity/parse.ts"],
  ["Integers or strings", "values/int-or-string.ts"],
  ["Bytes", "values/bytes.ts"],
  ["Conditions", "meta/conditions.ts"],
  ["Checks of conditions", "meta/validate-conditions.ts"],
];

/**
 * Returns the text of the comment of a declaration in one line, with the texts of its parameters.
 */
function commentOf(node: ts.Node): string {
  const parameters = ts
    .getJSDocTags(node)
    .filter(ts.isJSDocParameterTag)
    .map(({ name, comment }) => `\`${name.getText()}\`: ${ts.getTextOfJSDocComment(comment) ?? ""}.`);
  const texts = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return [...texts.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? ""), ...parameters]
    .join(" ")
    .replaceAll(/\s+/g, " ");
}

function withParameters(name: string, parameters: readonly ts.ParameterDeclaration[]): string {
  return `${name}(${parameters.map((each) => each.name.getText()).join(", ")})`;
}

function signatureOf(member: ts.TypeElement): string {
  const name = member.name?.getText() ?? "";
  return ts.isMethodSignature(member) ? withParameters(name, member.parameters) : name;
}

function line(signature: string, comment: string): string {
  return wrapped(`- \`${signature}\`${comment === "" ? "" : `: ${comment}`}`);
}

/**
 * Wraps a paragraph or a list item at 120 columns. No line begins with a word that would start
 * another item.
 */
function wrapped(text: string): string {
  const indent = text.startsWith("- ") ? "  " : "";
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const fits = last !== undefined && (last.length + 1 + word.length <= 120 || /^(?:[-+*#>]+|\d+[.)])$/.test(word));
    if (fits) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `${indent}${word}`);
  }
  return `${lines.join("\n")}\n`;
}

function statementsOf(file: string): readonly ts.Statement[] {
  return ts.createSourceFile(file, readFileSync(join(repository, file), "utf8"), ts.ScriptTarget.Latest, true)
    .statements;
}

function sectionOf([title, file, name]: Section): string {
  const declaration = statementsOf(file)
    .filter(ts.isInterfaceDeclaration)
    .find((each) => each.name.text === name);
  if (declaration === undefined) throw new Error(`${file} has no interface ${name}`);
  const members = declaration.members.map((member) => line(signatureOf(member), commentOf(member)));
  const intro = wrapped(`[\`${name}\`](../${file}). ${commentOf(declaration)}`);
  return `\n### ${title}\n\n${intro}\n${members.join("")}`;
}

/** Returns the comments of the properties of an interface, or of a constant. */
function propertiesOf(statement: ts.Statement, name: string): readonly ts.NamedDeclaration[] {
  if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) return [...statement.members];
  if (!ts.isVariableStatement(statement)) return [];
  const [declaration] = statement.declarationList.declarations;
  const value = declaration?.initializer;
  if (declaration?.name.getText() !== name || value === undefined || !ts.isAsExpression(value)) return [];
  return ts.isObjectLiteralExpression(value.expression) ? [...value.expression.properties] : [];
}

function numbersOf([title, file, name, numbers]: NumberSection): string {
  const lines = statementsOf(file)
    .flatMap((statement) => propertiesOf(statement, name))
    .map((property) => {
      const key = property.name?.getText() ?? "";
      return line(key, `**${(numbers[key] ?? Number.NaN).toLocaleString("en")}.** ${commentOf(property)}`);
    });
  return `\n### ${title}\n\n[\`${name}\`](../${file})\n\n${lines.join("")}`;
}

/** Returns a section with the functions of files that the runtime exports. */
function functionsOf([title, ...files]: readonly [title: string, ...files: string[]]): string {
  const lines = new Map<string, string>();
  for (const declaration of files.flatMap((file) => statementsOf(`runtime/${file}`)).filter(ts.isFunctionDeclaration)) {
    const name = declaration.name?.text ?? "";
    const signature = withParameters(name, [...declaration.parameters]);
    // The first of several declarations of a function has the comment.
    if (name in runtime && !lines.has(name)) lines.set(name, line(signature, commentOf(declaration)));
  }
  return `\n### ${title}\n\n${[...lines.values()].join("")}`;
}

function optionsAsMarkdown(): string {
  const parts = chapters.map(([title, sections]) => `\n## ${title}\n${sections.map(sectionOf).join("")}`);
  return `# Options and functions

What does an option or a property mean, what is its default, and which functions read values of API types? This page is
generated from the comments of the code, which editors show, too. The pages about [servers](api-server.md),
[strategies](strategies.md), [clients](client.md), [controllers](controllers.md), [types](types.md) and [custom
generators](third-party-generator.md) show how to use them.
${parts.join("")}
## Limits of a server
${limits.map(numbersOf).join("")}
## Functions for values

\`@apimachinery/runtime\` has functions that read, compare and change values, as Go's methods do.
${values.map(functionsOf).join("")}`;
}

test("docs/options.md has the comments of the types (UPDATE_GOLDEN=1 rewrites it)", () => {
  const text = optionsAsMarkdown();
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});

test("each option on the page has a comment", () => {
  expect(optionsAsMarkdown().match(/^- `[^`]+`$/gm) ?? []).toEqual([]);
});
