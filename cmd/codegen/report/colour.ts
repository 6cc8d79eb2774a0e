const codes = { error: 31, warning: 33, info: 36, added: 32, removed: 31, heading: 1 } as const;

/** A text in a terminal's colours; whether colours are wanted is the caller's to know. */
export function paint(meaning: keyof typeof codes, text: string): string {
  return `\u001b[${codes[meaning]}m${text}\u001b[0m`;
}
