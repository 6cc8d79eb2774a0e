/** Words that are a boolean, null or a number without digits in YAML 1.1. */
const words: ReadonlySet<string> = new Set(
  ["y", "yes", "true", "on", "n", "no", "false", "off", "null", ".inf", "+.inf", "-.inf"]
    .flatMap((word) => [word, capital(word), word.toUpperCase()])
    .concat("", "~", ".nan", ".NaN", ".NAN"),
);

const float = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;
const integer = /^[-+]?0([xX][\da-fA-F]+|[oO][0-7]+|[bB][01]+)$/;
/** Numbers of base 60, such as `1:30`, which other readers of YAML 1.1 know. */
const base60 = /^[-+]?\d[\d_]*(:[0-5]?\d)+(\.[\d_]*)?$/;
const time =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d+)?(?:Z|[-+]\d\d:\d\d))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d+)?))?$/;

/** Reports whether a text without quotes would be read as a boolean, null, a number or a time. */
export function isOtherType(text: string): boolean {
  if (words.has(text)) return true;
  if (!/^[-+.\d]/.test(text)) return false;
  const plain = text.startsWith(".") ? text : text.replaceAll("_", "");
  return (
    (float.test(plain) && Number.isFinite(Number(plain))) || integer.test(plain) || base60.test(text) || isTime(text)
  );
}

function isTime(text: string): boolean {
  const [, year, month, day, ...clock] = time.exec(text) ?? [];
  if (year === undefined) return false;
  const [hour = 0, minute = 0, second = 0] = clock
    .filter((part: string | undefined) => part !== undefined && /^\d/.test(part))
    .map(Number);
  const date = new Date(`${year}-${(month ?? "").padStart(2, "0")}-${(day ?? "").padStart(2, "0")}T00:00:00Z`);
  return date.getUTCDate() === Number(day) && hour < 24 && minute < 60 && second < 60;
}

function capital(word: string): string {
  return word.replace(/[a-z]/, (first) => first.toUpperCase());
}
