import type { Word, Words } from "./model.js";

/** Returns words as a plain string, without formatting and links. */
export function plain(words: Words): string {
  return words.map((word) => (typeof word === "string" ? word : "code" in word ? word.code : word.name)).join("");
}

/** Returns words as a sentence: with a capital letter at the start and a full stop at the end. */
export function sentence([first = "", ...rest]: Words): Words {
  const start = typeof first === "string" ? `${first.charAt(0).toUpperCase()}${first.slice(1)}` : first;
  const last = rest.at(-1) ?? start;
  return typeof last === "string" && /[.:?!]$/.test(last) ? [start, ...rest] : [start, ...rest, "."];
}

/** Returns JSON values as a list in code, strings without quotes. */
export function codes(values: readonly unknown[]): Words {
  return values.flatMap((value, index): readonly Word[] => [
    index === 0 ? "" : ", ",
    { code: typeof value === "string" ? value : JSON.stringify(value) },
  ]);
}
