import { describe, expect, test } from "vitest";
import { Templates } from "../../engine/print/template/fill.js";
import { parseTemplate } from "../../engine/print/template/parse.js";

function fill(texts: { readonly [name: string]: string }, view: unknown): string {
  const templates = new Map(
    Object.entries(texts).flatMap(([name, text]) => {
      const { body, partials } = parseTemplate(text, `${name}.hbs`);
      return [[name, body] as const, ...partials];
    }),
  );
  const helpers = {
    concat: (...parts: readonly unknown[]) => parts.join(""),
    json: (value: unknown) => JSON.stringify(value),
  };
  return new Templates(templates, helpers).fill("main", view);
}

describe("templates have the same output as in Handlebars", () => {
  test.each<[string, string, unknown, string]>([
    ["values of the view and of objects in it", "{{a}} {{b.c}} {{this.a}}", { a: 1, b: { c: "<x>" } }, "1 <x> 1"],
    [
      "a list, with the position of each item",
      "{{#each l}}{{#if @first}}[{{/if}}{{@index}}{{this}}{{#unless @last}}, {{/unless}}{{#if @last}}]{{/if}}{{/each}}",
      { l: ["a", "b"] },
      "[0a, 1b]",
    ],
    [
      "contexts above",
      "{{#each l}}{{#each m}}{{../n}}{{../../n}}{{.}} {{/each}}{{/each}}",
      { n: 0, l: [{ n: 1, m: [2, 3] }] },
      "102 103 ",
    ],
    ["the else branch of an empty list", "{{#each l}}x{{else}}none{{/each}}", { l: [] }, "none"],
    [
      "empty lists and texts, zero and absent values are false",
      "{{#if l}}l{{/if}}{{#if t}}t{{/if}}{{#if z}}z{{/if}}{{#if absent}}a{{/if}}{{#unless o}}{{else}}o{{/unless}}",
      { l: [], t: "", z: 0, o: {} },
      "o",
    ],
    ["helpers in helpers", '{{json (concat "a/" b)}}', { b: "c" }, '"a/c"'],
    ["comments and white space", "a {{~! nothing ~}} b\n{{#if yes}}\nc\n{{/if}}\n", { yes: true }, "ab\nc\n"],
  ])("%s", (_title, text, view, wanted) => {
    expect(fill({ main: text }, view)).toBe(wanted);
  });

  test("partials have a separate context with additional values, and their names can be computed", () => {
    const texts = {
      main: '{{> (concat "value/" kind) inner name=kind}}{{> plain}}',
      "value/a": "{{name}}:{{x}} ",
      plain: "{{kind}}",
    };
    expect(fill(texts, { kind: "a", inner: { x: 1 } })).toBe("a:1 a");
  });

  test("inline partials can be declared before or after their use", () => {
    const main = [
      '{{#*inline "value/list"}}[{{> (concat "value/" of.kind) of}}]{{/inline}}',
      "",
      '{{> (concat "value/" kind)}};',
      "{{! The other kind. }}",
      "",
      '{{#*inline "value/text"}}',
      "{{x}}",
      "{{/inline}}",
    ].join("\n");
    expect(fill({ main }, { kind: "list", of: { kind: "text", x: 1 } })).toBe("[1\n];\n\n");
  });
});

describe("unsupported syntax is an error that names the file and the line", () => {
  test.each([
    ["{{#with a}}{{b}}{{/with}}", "main.hbs: line 1: templates do not support {{#with}}"],
    ["\n{{json a b=c}}", "main.hbs: line 2: templates do not support a helper with named arguments"],
    ["{{@root.a}}", "main.hbs: line 1: templates do not support @root.a"],
    [
      '{{#if a}}\n{{#*inline "b"}}{{/inline}}{{/if}}',
      "main.hbs: line 2: templates do not support an inline partial inside",
    ],
    ["{{#*inline b}}{{/inline}}", "main.hbs: line 1: templates do not support a decorator other than"],
    ['{{#*other "b"}}{{/other}}', "main.hbs: line 1: templates do not support a decorator other than"],
    [
      '{{#*inline "b"}}{{/inline}}\n{{#*inline "b"}}{{/inline}}',
      "line 2: templates do not support two inline partials with the name b",
    ],
    ["{{#each l}}", "main.hbs: Parse error on line 1"],
    ["{{shout a}}", "unknown helper shout; the helpers are concat, json"],
    ["{{> nothing}}", "unknown template nothing"],
    ["{{missing}}", 'the view has no value "missing"'],
  ])("%j", (text, message) => {
    expect(() => fill({ main: text }, {})).toThrow(message);
  });
});
