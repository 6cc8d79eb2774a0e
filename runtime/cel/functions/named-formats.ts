import { countUTF8Bytes } from "../../util/text-length.js";
import { parseRequestURI } from "../../net/url.js";
import { isBase64, isUUID } from "../../text-formats/identifiers.js";
import { isDate, isDateTime } from "../../text-formats/times.js";
import { isDNS1035Label, isDNS1123Label, isDNS1123Subdomain } from "../../names/dns.js";
import { isLabelKey, isLabelValue } from "../../names/label.js";
import { listOf } from "../values/collections.js";
import { OpaqueValue, type ListValue } from "../values/value.js";
import { struct } from "../types/type.js";
import { CELOptional } from "../values/classes.js";
import { parsedBy } from "../values/attempt.js";
import type { Functions } from "./declaration.js";

type Problems = (text: string) => readonly string[];

/** A named format of strings, such as that of DNS labels. */
export class FormatValue extends OpaqueValue {
  readonly type = formatType;
  readonly name: string;
  /** Length of the regular expression of the format, on which the cost of a validation depends. */
  readonly patternLength: number;
  readonly #problems: Problems;

  constructor(name: string, patternLength: number, problems: Problems) {
    super();
    this.name = name;
    this.patternLength = patternLength;
    this.#problems = problems;
  }

  /** Returns the problems of a string; undefined if there are none. */
  problemsOf(text: string): ListValue | undefined {
    const found = this.#problems(text);
    return found.length === 0 ? undefined : listOf(found);
  }

  override toString(): string {
    return this.name;
  }
}

const type = "kubernetes.NamedFormat";
const formatType = struct(type);

const formats: Readonly<Record<string, FormatValue>> = {
  byte: new FormatValue("byte", 84, reporter(isBase64, "invalid base64")),
  date: new FormatValue("date", 71, reporter(isDate, "invalid date")),
  datetime: new FormatValue("datetime", 71, reporter(isDateTime, "invalid datetime")),
  dns1035Label: new FormatValue("DNS1035Label", 30, isDNS1035Label),
  dns1035LabelPrefix: new FormatValue("DNS1035LabelPrefix", 30, ofPrefix(isDNS1035Label)),
  dns1123Label: new FormatValue("DNS1123Label", 30, isDNS1123Label),
  dns1123LabelPrefix: new FormatValue("DNS1123LabelPrefix", 30, ofPrefix(isDNS1123Label)),
  dns1123Subdomain: new FormatValue("DNS1123Subdomain", 60, isDNS1123Subdomain),
  dns1123SubdomainPrefix: new FormatValue("DNS1123SubdomainPrefix", 60, ofPrefix(isDNS1123Subdomain)),
  labelValue: new FormatValue("LabelValue", 40, isLabelValue),
  qualifiedName: new FormatValue("QualifiedName", 60, isLabelKey),
  uri: new FormatValue("URI", 1103, uriProblems),
  uuid: new FormatValue("uuid", 70, reporter(isUUID, "does not match the UUID format")),
};

/** The functions of named formats of strings. */
export const formatFunctions: Functions = {
  ...Object.fromEntries(
    Object.entries(formats).map(([name, format]) => [`format.${name} = format.${name}(): ${type}`, () => format]),
  ),
  [`format-named = format.named(string): optional_type(${type})`]: (name: string) =>
    new CELOptional(Object.hasOwn(formats, name) ? formats[name] : undefined),
  [`format-validate = (${type}).validate(string): optional_type(list(string))`]: (format: FormatValue, text: string) =>
    new CELOptional(format.problemsOf(text)),
};

function reporter(isValid: (text: string) => boolean, problem: string): Problems {
  return (text) => (isValid(text) ? [] : [problem]);
}

/**
 * Returns the check for a prefix of a name, which may end with a hyphen. As in Go, the byte before
 * this hyphen is not checked.
 */
function ofPrefix(problems: Problems): Problems {
  return (text) => {
    if (text.length < 2 || !text.endsWith("-")) return problems(text);
    const last = Array.from(text).at(-2) ?? "";
    // Go removes only the first byte of a character that is not ASCII. The remaining bytes are
    // invalid, so underscores, which are also invalid, replace them here.
    const others = "_".repeat(countUTF8Bytes(last) - 1);
    return problems(`${text.slice(0, -1 - last.length)}${others}a`);
  };
}

function uriProblems(text: string): readonly string[] {
  const problem = parsedBy(() => {
    parseRequestURI(text);
    return null;
  });
  return problem === null ? [] : [problem.message];
}
