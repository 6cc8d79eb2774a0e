/** The classes of JavaScript environments that convert between strings and bytes. */
interface Platform {
  readonly TextEncoder: new () => { encode: (text: string) => Uint8Array };
  readonly TextDecoder: new (
    encoding: "utf-8",
    options: { readonly ignoreBOM: boolean },
  ) => { decode: (bytes: Uint8Array) => string };
}

// These classes are declared here because this package does not use the types of a particular
// platform. Node.js, browsers and workers have both classes.
const { TextEncoder, TextDecoder } = globalThis as unknown as Platform;

/** Returns the UTF-8 bytes of a string. A lone surrogate becomes U+FFFD. */
export function utf8Of(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes UTF-8 bytes. Invalid bytes become U+FFFD. */
export function decodeUTF8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
