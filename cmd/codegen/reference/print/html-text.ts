import { once } from "../../../../engine/util/once.js";

/** Markup. Strings become a part of it only through the tag `html`, which escapes them. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HTMLContent = string | number | false | Markup | undefined | readonly HTMLContent[];

/**
 * Returns markup. Strings in it are escaped, lists are joined, and undefined and false print
 * nothing. The indentation of the template is not printed.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HTMLContent[]): Markup {
  const literals = literalsOf(parts);
  let text = literals[0] ?? "";
  values.forEach((value, index) => {
    text += print(value) + (literals[index + 1] ?? "");
  });
  return new Markup(text);
}

/** The literal parts of a template are the same object for each call. */
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

/** Characters that HTML does not allow, or that change the direction of the text around them. */
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "").replace(forbidden, "\ufffd");
}
