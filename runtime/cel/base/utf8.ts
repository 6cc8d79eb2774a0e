// All JavaScript environments have this class, but TypeScript's library for the language does not
// declare it.
declare class TextDecoder {
  constructor(encoding: "utf-8", options: { readonly ignoreBOM: true; readonly fatal: true });
  decode(bytes: Uint8Array): string;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Decodes UTF-8 bytes; undefined if the bytes are not valid UTF-8. */
export function stringOfUTF8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the UTF-8 bytes of a string. A lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const isSurrogate = code >= 0xd800 && code < 0xe000;
    pushCode(bytes, isSurrogate ? 0xff_fd : code);
  }
  return Uint8Array.from(bytes);
}

function pushCode(bytes: number[], code: number): void {
  if (code < 0x80) bytes.push(code);
  else if (code < 0x8_00) bytes.push(0xc0 | (code >> 6), last(code));
  else if (code < 0x1_00_00) bytes.push(0xe0 | (code >> 12), last(code >> 6), last(code));
  else bytes.push(0xf0 | (code >> 18), last(code >> 12), last(code >> 6), last(code));
}

function last(code: number): number {
  return 0x80 | (code & 0x3f);
}
