const codes = { error: 31, warning: 33, info: 36, added: 32, removed: 31, heading: 1 } as const;

/**
 * Returns a string with the control characters for a colour in a terminal. Callers use it only if
 * the output is coloured.
 */
export function paint(meaning: keyof typeof codes, text: string): string {
  return `\u001b[${codes[meaning]}m${text}\u001b[0m`;
}
