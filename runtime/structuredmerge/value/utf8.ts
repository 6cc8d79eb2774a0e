/** The classes of the platform that convert between strings and bytes. */
interface Platform {
  readonly TextEncoder: new () => { encode: (text: string) => Uint8Array };
  readonly TextDecoder: new (
    encoding: "utf-8",
    options: { readonly ignoreBOM: boolean },
  ) => { decode: (bytes: Uint8Array) => string };
}

// They are declared here because the types of this package do not depend on a platform. Node,
// browsers and workers have both classes.
const { TextEncoder, TextDecoder } = globalThis as unknown as Platform;

/** Returns the UTF-8 bytes of a string. A lone surrogate becomes U+FFFD. */
export function utf8Of(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes UTF-8 bytes. Invalid bytes become U+FFFD. */
export function decodeUTF8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
