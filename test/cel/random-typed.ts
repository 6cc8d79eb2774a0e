import type { Random } from "../fuzz/random.js";
import type { Overload } from "../../runtime/cel/functions/declaration.js";
import type { ExpressionType } from "../../runtime/cel/types/type.js";
import * as tables from "./function-tables.js";

const declarations: readonly Overload[] = tables
  .overloadsOf(
    ...[tables.standardFunctions, tables.stringFunctions, tables.stringFormat, tables.optionalFunctions],
    ...[tables.setFunctions, tables.twoVariableFunctions, tables.listExtensions, tables.urlFunctions],
    ...[tables.regexFunctions, tables.listFunctions, tables.includesFunction, tables.authorizationFunctions],
    ...[tables.selectorFunctions, tables.quantityFunctions, tables.ipFunctions, tables.cidrFunctions],
    ...[tables.formatFunctions, tables.semverFunctions],
  )
  .filter(({ name }) => !name.includes("@") || name === "@in");

function withResult(kind: ExpressionType["kind"]): readonly Overload[] {
  return declarations.filter(({ result }) => result.kind === kind);
}

/** Expressions of each kind of type, on the schema of the test. */
const leaves: Readonly<Partial<Record<ExpressionType["kind"], readonly string[]>>> = {
  bool: ["true", "false", "self.flag", "has(self.name)", "has(oldSelf.map.a)", "has(self.map)"],
  int: ["1", "-1", "self.count", "self.spec.replicas", "size(self.name)", "x", "self.namespace", "self.__namespace__"],
  uint: ["1u", "uint(self.count)"],
  double: ["1.5", "self.ratio", "-1e3"],
  string: [
    "'a'",
    "''",
    "self.name",
    "self.a__dash__b",
    "self.spec.`x`",
    "self.map.a",
    "self.map['b']",
    "self.kind",
    "self.metadata.name",
  ],
  bytes: ["b'a'", "self.data"],
  duration: ["duration('1h')", "duration('1x')", "self.timeout"],
  timestamp: ["timestamp('2024-01-01T00:00:00Z')", "timestamp('now')", "timestamp(0)", "self.at", "self.date"],
  list: [
    "self.names",
    "self.items",
    "[]",
    "[1, 2]",
    "['a']",
    "self.matrix",
    "[self.count]",
    "[1, 'a']",
    "[?self.?name]",
    "self.items.map(i, i.name)",
  ],
  map: ["self.map", "{}", "{'a': 1}", "{1: 'a', 'b': 2}", "{?'a': self.?name}", "self.nested"],
  null: ["null"],
  dyn: ["self.port", "dyn(1)", "dyn(self)", "self.nested.a.port"],
  struct: ["self", "self.spec", "oldSelf", "self.items[0]", "self.metadata"],
  opaque: [
    "self.?name",
    "optional.of(1)",
    "optional.none()",
    "quantity('1')",
    "url('a')",
    "ip('::1')",
    "cidr('::/1')",
    "oldSelf.?spec.?x",
    "self.map[?'a']",
  ],
  type: [
    "int",
    "type(self)",
    "string",
    "list",
    "map",
    "type",
    "google.protobuf.Timestamp",
    "net.IP",
    "duration",
    "optional_type",
    "null_type",
  ],
};

/** Without faults of fields: in a copy that a macro makes, cel-go reports them at the macro. */
const messages = [
  ...[
    "google.protobuf.Duration{seconds: 1}",
    "google.protobuf.Int64Value{value: 1}",
    "google.protobuf.Struct{}",
    "bool{}",
  ],
  ...[
    "google.protobuf.Value{null_value: google.protobuf.NullValue.NULL_VALUE}",
    "google.protobuf.Any{value: b''}",
    "x.Y{}",
  ],
  ...[
    "map{}",
    "list{}",
    "null_type{}",
    "net.IP{}",
    "google.protobuf.Empty{}",
    "google.protobuf.StringValue{?value: self.?name}",
  ],
];

const kinds = Object.keys(leaves) as ExpressionType["kind"][];
const fields = [
  "name",
  "count",
  "spec",
  "x",
  "names",
  "items",
  "map",
  "port",
  "namespace",
  "missing",
  "kind",
  "metadata",
  "status",
  "id",
  "in",
  "`a-b`",
];
const formats = [
  "%s",
  "%d",
  "%.2f",
  "%e",
  "%b",
  "%x",
  "%X",
  "%o",
  "%%",
  "%",
  "%.",
  "%.f",
  "%q",
  "%é",
  "%.99999999999999999999f",
  "a %s b %s",
];

/** Returns an expression of which most types fit. */
export function randomTypedExpression(random: Random): string {
  return ofKind(random, random.chance(0.6) ? "bool" : random.pick(kinds), 3);
}

function ofKind(random: Random, wanted: ExpressionType["kind"], depth: number): string {
  const kind = random.chance(0.025) || wanted === "param" || wanted === "dyn" ? random.pick(kinds) : wanted;
  if (depth <= 0 || random.chance(0.15)) return random.pick(leaves[kind] ?? ["null"]);
  const roll = random.next();
  if (roll < 0.6) {
    const candidates = withResult(kind);
    if (candidates.length > 0) return called(random, random.pick(candidates), depth - 1);
  }
  if (roll < 0.9) return special(random, kind, depth - 1);
  return random.pick(leaves[kind] ?? messages);
}

function called(random: Random, { name, isMethod, parameters }: Overload, depth: number): string {
  const [first = "null", ...rest] = parameters.map(({ kind }) => ofKind(random, kind, depth));
  if (isMethod) return `${operand(first)}.${name}(${rest.join(", ")})`;
  if (name === "_?_:_") return `(${first} ? ${rest.join(" : ")})`;
  if (name === "_[_]") return `${operand(first)}[${rest.join("")}]`;
  if (name === "_[?_]") return `${operand(first)}[?${rest.join("")}]`;
  if (name === "_?._") return `${operand(first)}.?${random.pick(fields)}`;
  if (name === "@in") return `(${first} in ${rest.join("")})`;
  if (/^[!-]_$/.test(name)) return `${name.charAt(0)}${operand(first)}`;
  if (/^_.+_$/.test(name) && rest.length === 1) return `(${first} ${name.slice(1, -1)} ${rest.join("")})`;
  return `${name}(${[...(parameters.length > 0 ? [first] : []), ...rest].join(", ")})`;
}

function operand(text: string): string {
  return /^[-!]/.test(text) ? `(${text})` : text;
}

function special(random: Random, kind: ExpressionType["kind"], depth: number): string {
  const some = (wanted: ExpressionType["kind"] = random.pick(kinds)): string => ofKind(random, wanted, depth);
  const range = (): string => operand(some(random.pick(["list", "list", "map", "dyn"])));
  if (random.chance(0.05)) return random.pick(messages);
  switch (kind) {
    case "bool":
      return random.pick([
        () => `${range()}.${random.pick(["all", "exists", "exists_one"])}(x, ${some("bool")})`,
        () => `${range()}.${random.pick(["all", "exists", "existsOne"])}(k, v, ${some("bool")})`,
        () => `has(${operand(some("struct"))}.${random.pick(fields)})`,
        () => `${some()} ${random.pick(["==", "!=", "<", "in", "&&", "||"])} ${some()}`,
      ])();
    case "list":
      return random.pick([
        () => `[${random.many(3, () => some()).join(", ")}]`,
        () => `${range()}.map(x, ${some()})`,
        () => `${range()}.filter(x, ${some("bool")})`,
        () => `${range()}.transformList(i, v, ${some()})`,
        () => `${range()}.sortBy(e, ${some()})`,
      ])();
    case "map":
      return random.pick([
        () => `{${random.many(3, () => `${some()}: ${some()}`).join(", ")}}`,
        () => `${range()}.transformMap(k, v, ${some()})`,
        () => `${range()}.transformMapEntry(k, v, {${some()}: ${some()}})`,
      ])();
    case "string":
      return `'${random.many(2, () => random.pick(formats)).join(" ")}'.format([${random.many(3, () => some()).join(", ")}])`;
    case "opaque":
      return random.pick([
        () => `${operand(some("opaque"))}.${random.pick(["optMap", "optFlatMap"])}(x, ${some()})`,
        () => `${operand(some("opaque"))}.${random.pick(fields)}`,
        () => `${operand(some("struct"))}.?${random.pick(fields)}`,
      ])();
    default:
      return random.chance(0.5)
        ? `${operand(some("struct"))}.${random.pick(fields)}`
        : `(${some("bool")} ? ${some(kind)} : ${some(kind)})`;
  }
}
