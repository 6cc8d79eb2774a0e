import type { Random } from "../fuzz/random.js";
import type { Overload } from "../../runtime/cel/functions/declaration.js";
import type { ExpressionType } from "../../runtime/cel/types/type.js";
import * as tables from "./function-tables.js";
import { randomString, type Sort } from "./random-strings.js";

/** The overloads that are called. Macros call those with `@`, and operators those with `_`. */
const declarations: readonly Overload[] = tables
  .overloadsOf(
    ...[tables.stringFunctions, tables.stringFormat, tables.optionalFunctions, tables.setFunctions],
    ...[tables.listExtensions, tables.urlFunctions, tables.regexFunctions, tables.listFunctions],
    ...[tables.includesFunction, tables.quantityFunctions, tables.ipFunctions, tables.cidrFunctions],
    ...[tables.formatFunctions, tables.semverFunctions],
  )
  .filter(({ name }) => !/^[@_]/.test(name));

const operators = [
  (random: Random) => `${listOf(random, "int")}[?${integer(random)}]`,
  (random: Random) => `dyn(${anything(random)})[?${scalar(random, random.pick(scalars))}]`,
  (random: Random) => `optional.of(${listOf(random, "string")})[${small(random)}]`,
  (random: Random) => `{'a': 1, 'b': 2}[?${text(random, "plain")}]`,
  (random: Random) => `optional.of({'a': {'b': 1}}).?a.?${random.pick(["a", "b"])}`,
  (random: Random) => `dyn(${anything(random)}).?a`,
  (random: Random) => `${listOf(random, "int")}.sortBy(x, x % ${String(1 + random.int(4))})`,
  (random: Random) => `${listOf(random, "string")}.sortBy(x, x.size())`,
  (random: Random) =>
    `lists.range(${String(random.int(300))}).sortBy(x, (x * ${String(random.int(1000))}) % ${String(1 + random.int(50))})`,
  (random: Random) => `${listOf(random, "int")}.transformMapEntry(i, v, {v: i})`,
  (random: Random) => `{'a': 1, 'b': 2}.transformMap(k, v, v + ${small(random)})`,
  (random: Random) => `${quantity(random)} == ${quantity(random)}`,
  (random: Random) => `${url(random)} == ${url(random)}`,
  (random: Random) => `${semver(random)} == ${semver(random)}`,
  (random: Random) => `${ip(random)} == ${ip(random)}`,
  (random: Random) => `${cidr(random)} == ${cidr(random)}`,
];

const scalars = ["int", "uint", "double", "bool", "string", "bytes", "duration", "timestamp"] as const;
type Scalar = (typeof scalars)[number];

/** A call, and the strings that it has as variables. */
export interface Call {
  readonly expression: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Returns a call of a function of a library. Some of its strings are variables: calls with constant
 * arguments are evaluated when the expression is compiled.
 */
export function randomCall(random: Random): Call {
  const call = constantCall(random);
  const variables: Record<string, string> = {};
  const expression = call.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    if (random.chance(0.6)) return literal;
    const name = `v${String(Object.keys(variables).length)}`;
    variables[name] = JSON.parse(literal) as string;
    return name;
  });
  return { expression, variables };
}

function constantCall(random: Random): string {
  if (random.chance(0.1)) return random.pick(operators)(random);
  const { id, name, isMethod, parameters } = random.pick(declarations);
  const given = parameters.map((type, index) => argument(random, type, sortOf(id, index), id));
  const [target = "", ...rest] = given;
  return isMethod ? `${target}.${name}(${rest.join(", ")})` : `${name}(${given.join(", ")})`;
}

/** Returns the sort of strings that a parameter has. */
function sortOf(id: string, index: number): Sort {
  if (id.startsWith("string_to_") || id.startsWith("is_"))
    return sortNamed(id.replace(/^(string_to|is)_|_string$/g, ""));
  if (id.startsWith("ip_")) return "ip";
  if (id === "cidr_contains_ip_string") return "ip";
  if (id === "cidr_contains_cidr_string") return "cidr";
  if (id === "format-named") return "format";
  if (id === "format-validate") return "formatted";
  if (id === "string_format" && index === 0) return "template";
  if (id.startsWith("string_find")) return index === 1 ? "regex" : "plain";
  return "plain";
}

function sortNamed(name: string): Sort {
  if (/semver/.test(name)) return "semver";
  if (/url/.test(name)) return "url";
  if (/quantity/.test(name)) return "quantity";
  return /cidr/.test(name) ? "cidr" : "ip";
}

function argument(random: Random, type: ExpressionType, sort: Sort, id: string): string {
  const value = plainArgument(random, type, sort, id);
  return random.chance(0.02) ? `dyn(${value})` : value;
}

function plainArgument(random: Random, { kind, name, parameters }: ExpressionType, sort: Sort, id: string): string {
  switch (kind) {
    case "string":
      return text(random, sort);
    case "int":
      return random.chance(0.7) ? small(random) : integer(random);
    case "bool":
      return random.pick(["true", "false"]);
    case "list":
      return list(random, parameters[0]?.kind ?? "dyn", id);
    case "param":
    case "dyn":
      return id.includes("includes") ? `dyn(${anything(random)})` : scalar(random, firstScalar(id));
    default:
      return opaque(random, name);
  }
}

/** The arguments of one call have the same type. */
function firstScalar(id: string): Scalar {
  return scalars[id.length % scalars.length] ?? "int";
}

function opaque(random: Random, name: string): string {
  switch (name) {
    case "kubernetes.URL":
      return url(random);
    case "kubernetes.Quantity":
      return quantity(random);
    case "kubernetes.Semver":
      return semver(random);
    case "kubernetes.NamedFormat":
      return random.chance(0.1)
        ? `format.named(${text(random, "format")}).value()`
        : `format.${random.pick(formats)}()`;
    case "net.IP":
      return ip(random);
    case "net.CIDR":
      return cidr(random);
    default:
      return random.pick([
        "optional.none()",
        `optional.of(${small(random)})`,
        `optional.ofNonZeroValue(${small(random)})`,
      ]);
  }
}

export const formats: readonly string[] = [
  ...["byte", "date", "datetime", "dns1035Label", "dns1035LabelPrefix", "dns1123Label", "dns1123LabelPrefix"],
  ...["dns1123Subdomain", "dns1123SubdomainPrefix", "labelValue", "qualifiedName", "uri", "uuid"],
];

function url(random: Random): string {
  return `url(${text(random, "url")})`;
}

function semver(random: Random): string {
  return `semver(${text(random, "semver")}${random.pick(["", ", true", ", false"])})`;
}

function ip(random: Random): string {
  return random.chance(0.1) ? `${cidr(random)}.ip()` : `ip(${text(random, "ip")})`;
}

function cidr(random: Random): string {
  return random.chance(0.1) ? `cidr(${text(random, "cidr")}).masked()` : `cidr(${text(random, "cidr")})`;
}

function quantity(random: Random): string {
  const one = `quantity(${text(random, "quantity")})`;
  if (random.chance(0.8)) return one;
  return `${one}.${random.pick(["add", "sub"])}(${random.chance(0.5) ? integer(random) : `quantity(${text(random, "quantity")})`})`;
}

function list(random: Random, kind: string, id: string): string {
  switch (kind) {
    case "opaque":
      return `[${random.many(4, () => opaque(random, "optional_type")).join(", ")}]`;
    case "list":
      return `[${random.many(4, () => listOf(random, "int")).join(", ")}]`;
    case "dyn":
      return id === "string_format"
        ? arguments_(random)
        : `[${random.many(4, () => `dyn(${anything(random)})`).join(", ")}]`;
    case "param":
      return listOf(random, firstScalar(id));
    default:
      return listOf(random, kind as Scalar);
  }
}

/** Arguments of a format string may have different types. */
function arguments_(random: Random): string {
  return `[${random.many(4, () => `dyn(${anything(random)})`).join(", ")}]`;
}

function listOf(random: Random, kind: Scalar): string {
  const items = random.many(random.chance(0.1) ? 70 : 6, () => scalar(random, kind));
  if (items.length > 0 && random.chance(0.03)) items.push(scalar(random, random.pick(scalars)));
  const isMixed = items.length > 0 && random.chance(0.05);
  return `[${(isMixed ? items.map((item) => `dyn(${item})`) : items).join(", ")}]`;
}

/** Returns a literal, or the call of a conversion. */
function scalar(random: Random, kind: Scalar): string {
  switch (kind) {
    case "int":
      return random.chance(0.7) ? small(random) : integer(random);
    case "uint":
      return random.pick(["0u", "1u", "2u", "7u", "255u", "9223372036854775808u", "18446744073709551615u"]);
    case "double":
      return double(random);
    case "bool":
      return random.pick(["true", "false"]);
    case "string":
      return text(random, "plain");
    case "bytes":
      return random.pick(["b''", "b'a'", "b'ab'", "b'\\xff'", "b'\\x00'", "b'é'", "b'b'"]);
    case "duration":
      return `duration('${random.pick(["0s", "1s", "-1s", "90m", "1ns", "1h0.5s", "-2540400h", "2540400h", "1.000001s", "33us"])}')`;
    case "timestamp":
      return `timestamp('${random.pick(timestamps)}')`;
  }
}

const timestamps = [
  ...["1970-01-01T00:00:00Z", "2024-02-29T23:59:59.999999999Z", "2024-01-01T00:00:00.5+02:00", "0001-01-01T00:00:00Z"],
  ...["9999-12-31T23:59:59Z", "1969-12-31T23:59:59.1-05:30", "2024-01-01T00:00:00Z", "2023-12-31T22:00:00.5Z"],
];

function small(random: Random): string {
  return String(random.int(9) - 2);
}

function integer(random: Random): string {
  return random.pick([
    ...["0", "1", "-1", "10", "255", "-255", "1000000", "1000001", "9223372036854775807", "-9223372036854775808"],
    ...["4294967296", "-4294967297", "123456789012", "9223372036854775806", "9007199254740993"],
  ]);
}

function double(random: Random): string {
  if (random.chance(0.3)) return ((random.next() - 0.5) * 10 ** (random.int(40) - 20)).toExponential();
  return random.pick([
    ...["0.0", "-0.0", "1.0", "1.5", "-1.5", "2.5", "0.1", "1e300", "-1e300", "1e21", "1e20", "123456.0", "1234567.0"],
    ...["0.00001", "1e-7", "5e-324", "1.7976931348623157e308", "1234567.5", "1234566.5", "999999.9999995", "1e23"],
    ...["double('NaN')", "double('Infinity')", "double('-Infinity')", "9007199254740993.0", "9223372036854775808.0"],
  ]);
}

function anything(random: Random): string {
  const roll = random.next();
  if (roll < 0.6) return scalar(random, random.pick(scalars));
  if (roll < 0.75) return listOf(random, random.pick(scalars));
  if (roll < 0.85) return `{${text(random, "plain")}: ${scalar(random, "int")}}`;
  return random.pick([
    ...["null", "int", "type('a')", "{}", "[]", "{1: 'a', 2: 'b'}", "{true: 1.5}", "optional.none()", "[[1], [2, 3]]"],
    ...["optional.of(1)", "{'b': [1.5], 'a': [2.0, 1e30]}", "type(duration('1s'))", "quantity('1.5')", "[null]"],
    ...[
      "{'z': b'a', 'é': b'b', '😀': b'c', '\uffff': b''}",
      "[type(1), string]",
      "format.uri()",
      "url('http://a')",
      "ip('::1')",
    ],
  ]);
}

function text(random: Random, sort: Sort): string {
  return JSON.stringify(randomString(random, sort));
}
