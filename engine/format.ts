/**
 * Formats a generated file. The path decides the parser; the user's own prettier configuration
 * never matters.
 */
export type Format = (text: string, path: string) => Promise<string>;

/** One style for every generated file, whoever prints it. */
const style = { printWidth: 120 } as const;

/**
 * Prettier's output is the definition. oxfmt prints the same bytes some thirty times faster, so it
 * is used where it loads; it is an optional dependency with a native part.
 */
export async function formatter(choice: "fastest" | "prettier" = "fastest"): Promise<Format> {
  return (choice === "fastest" ? await oxfmt() : undefined) ?? prettier();
}

async function oxfmt(): Promise<Format | undefined> {
  const module = await import("oxfmt").catch(() => undefined);
  if (module === undefined) return undefined;
  return async (text, path) => {
    const { code, errors } = await module.format(path, text, style);
    const [error] = errors;
    if (error !== undefined) throw new Error(`${path}: ${error.message}`);
    return code;
  };
}

async function prettier(): Promise<Format> {
  const { format } = await import("prettier");
  return (text, path) => format(text, { ...style, filepath: path });
}
