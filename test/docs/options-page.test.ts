import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { expect, test } from "vitest";
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
    "Controllers",
    [
      ["A controller", "client/controller/create-controller.ts", "ControllerOptions"],
      ["Running controllers", "client/controller/run-controllers.ts", "RunOptions"],
      ["Leader election", "client/leaderelection/leader-election-config.ts", "LeaderElectionConfig"],
      ["Events", "client/events/event-broadcaster.ts", "EventBroadcasterOptions"],
    ],
  ],
];

/** Returns the text of the comment of a declaration in one line, with the texts of its parameters. */
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

function signatureOf(member: ts.TypeElement): string {
  const name = member.name?.getText() ?? "";
  if (ts.isMethodSignature(member)) return `${name}(${member.parameters.map((each) => each.name.getText()).join(", ")})`;
  return name;
}

function sectionOf([title, file, name]: Section): string {
  const source = ts.createSourceFile(file, readFileSync(join(repository, file), "utf8"), ts.ScriptTarget.Latest, true);
  const declaration = source.statements.filter(ts.isInterfaceDeclaration).find((each) => each.name.text === name);
  if (declaration === undefined) throw new Error(`${file} has no interface ${name}`);
  const members = declaration.members.map((member) => {
    const comment = commentOf(member);
    return `- \`${signatureOf(member)}\`${comment === "" ? "" : `: ${comment}`}\n`;
  });
  return `\n### ${title}\n\n[\`${name}\`](../${file}). ${commentOf(declaration)}\n\n${members.join("")}`;
}

function optionsAsMarkdown(): string {
  const parts = chapters.map(([title, sections]) => `\n## ${title}\n${sections.map(sectionOf).join("")}`);
  return `# Options

What does an option or a property mean, and what is its default? This page is generated from the comments of the types,
which editors show, too. The pages about [servers](api-server.md), [strategies](strategies.md), [clients](client.md) and
[controllers](controllers.md) show how to use them.
${parts.join("")}`;
}

test("docs/options.md has the comments of the types (UPDATE_GOLDEN=1 rewrites it)", () => {
  const text = optionsAsMarkdown();
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});

test("each option on the page has a comment", () => {
  expect(optionsAsMarkdown().match(/^- `[^`]+`$/gm) ?? []).toEqual([]);
});
