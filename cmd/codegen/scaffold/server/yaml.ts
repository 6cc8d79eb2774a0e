import { unescapeLiteral } from "../../../../engine/markers/escapes.js";

/** Returns a JSON value as YAML in block style. Each line starts with the indentation. */
export function yamlOf(value: unknown, indent = ""): string {
  if (Array.isArray(value) && value.length > 0)
    return value
      .map((item: unknown) => {
        const text = yamlOf(item, `${indent}  `);
        return `${indent}- ${text.slice(isBlock(item) ? indent.length + 2 : 0)}`;
      })
      .join("");
  if (isBlock(value))
    return Object.entries(value as object)
      .map(([key, inner]: [string, unknown]) =>
        isBlock(inner)
          ? `${indent}${plain(key)}:\n${yamlOf(inner, `${indent}  `)}`
          : `${indent}${plain(key)}: ${yamlOf(inner)}`,
      )
      .join("");
  return `${typeof value === "string" ? plain(value) : unescapeLiteral(value)}\n`;
}

/** Reports whether a value is a non-empty list or object, which is printed on separate lines. */
function isBlock(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/**
 * Returns a string as a YAML scalar. Omits the quotes if YAML parses the unquoted scalar as the
 * same string.
 */
function plain(text: string): string {
  const isWord = /^[A-Za-z][\w./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isWord ? text : unescapeLiteral(text);
}
