/** Words that YAML 1.1 reads as a boolean, null, a number, a merge key or a value key. */
const words: ReadonlySet<string> = new Set(
  ["y", "yes", "true", "on", "n", "no", "false", "off", "null", ".inf", "+.inf", "-.inf"]
    .flatMap((word) => [word, capital(word), word.toUpperCase()])
    .concat("", "~", ".nan", ".NaN", ".NAN", "<<", "="),
);

const float = /^[-+]?(\.[\d_]+|\d[\d_]*(\.[\d_]*)?)([eE][-+]?[\d_]+)?$/;
const integer = /^[-+]?0([xX][\da-fA-F_]+|[oO][0-7_]+|[bB][-+]?[01_]+)$/;
/**
 * Matches numbers of base 60, such as `1:30`. Go's library reads them as strings, but other readers
 * of YAML 1.1 as numbers.
 */
const base60 = /^[-+]?\d[\d_]*(:[0-5]?\d)+(\.[\d_]*)?$/;
const time = /^\d{4}-\d\d?-\d\d?(([Tt]|[ \t]+)\d\d?:\d\d?:\d\d?(\.\d*)?([ \t]*(Z|[-+]\d\d?(:?\d\d)?))?)?$/;

/**
 * Reports whether a reader of YAML may interpret an unquoted string as a boolean, null, a number or
 * a time. PyYAML does so for more strings than Go's library, and fails at strings such as `=`,
 * `0x_` and `2001-02-30`.
 */
export function isOtherType(text: string): boolean {
  if (words.has(text)) return true;
  if (!/^[-+.\d]/.test(text)) return false;
  // Go's library also ignores underscores after a sign.
  const plain = text.replace(/^([-+])_+/, "$1");
  return float.test(plain) || integer.test(plain) || base60.test(text) || time.test(text);
}

function capital(word: string): string {
  return word.replace(/[a-z]/, (first) => first.toUpperCase());
}
