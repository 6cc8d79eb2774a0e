import { once } from "../../../../engine/util/once.js";

/** HTML that is safe to print. The tag `html` creates markup, and escapes the strings in it. */
export class Markup {
  constructor(readonly text: string) {}
}

export type HTMLContent = string | number | false | Markup | undefined | readonly HTMLContent[];

/**
 * Returns the markup of a template. Escapes strings, joins lists, and prints nothing for undefined
 * and false. The indentation of the template is not printed.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HTMLContent[]): Markup {
  const literals = literalsOf(parts);
  let text = literals[0] ?? "";
  values.forEach((value, index) => {
    text += print(value) + (literals[index + 1] ?? "");
  });
  return new Markup(text);
}

/**
 * Returns the literal parts of a template. They are cached by identity, because a template passes
 * the same object in each call.
 */
const literalsOf = once((parts: TemplateStringsArray): readonly string[] =>
  parts.map((part) => part.replace(/\s*\n\s*/g, "\n")),
);

function print(value: HTMLContent): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "string") return escaped(value);
  return typeof value === "number" ? String(value) : value.map(print).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Characters that HTML does not allow, or that change the direction of the surrounding text. */
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "").replace(forbidden, "\ufffd");
}
