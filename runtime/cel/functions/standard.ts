import { noSuchOverload } from "../values/equality.js";
import type { Implementation } from "../values/value.js";
import { conversions } from "./conversions.js";
import { withoutImplementations, type Functions } from "./declaration.js";
import { timeFunctions } from "./times.js";

/** The types of the operands of `<`, `<=`, `>` and `>=`: one type for both, or two types. */
const compared = [
  ...[
    "bool",
    "int",
    "int double",
    "int uint",
    "uint",
    "uint double",
    "uint int",
    "double",
    "double int",
    "double uint",
  ],
  ...["string", "bytes", "timestamp", "duration"],
];

function comparisons(id: string, name: string): readonly string[] {
  return compared.map((types) => {
    const [a, b = a] = types.split(" ");
    return `${id}_${types.replace(" ", "_").replaceAll(/u?int/g, "$&64")} = ${name}(${String(a)}, ${String(b)}): bool`;
  });
}

/**
 * The functions of CEL's standard library. operators.ts implements the operators, `dyn`, `matches`,
 * `size` and `type`; the planner implements `&&`, `||`, `?:` and indexes.
 */
export const standardFunctions: Functions = {
  ...withoutImplementations([
    "logical_not = !_(bool): bool",
    "negate_double = -_(double): double",
    "negate_int64 = -_(int): int",
    "in_list = @in(A, list(A)): bool",
    "in_map = @in(A, map(A, B)): bool",
    "not_strictly_false = @not_strictly_false(bool): bool",
    "not_equals = _!=_(A, A): bool",
    "modulo_int64 = _%_(int, int): int",
    "modulo_uint64 = _%_(uint, uint): uint",
    "logical_and = _&&_(bool, bool): bool",
    "multiply_double = _*_(double, double): double",
    "multiply_int64 = _*_(int, int): int",
    "multiply_uint64 = _*_(uint, uint): uint",
    "add_bytes = _+_(bytes, bytes): bytes",
    "add_double = _+_(double, double): double",
    "add_duration_duration = _+_(duration, duration): duration",
    "add_duration_timestamp = _+_(duration, timestamp): timestamp",
    "add_timestamp_duration = _+_(timestamp, duration): timestamp",
    "add_int64 = _+_(int, int): int",
    "add_list = _+_(list(A), list(A)): list(A)",
    "add_string = _+_(string, string): string",
    "add_uint64 = _+_(uint, uint): uint",
    "subtract_double = _-_(double, double): double",
    "subtract_duration_duration = _-_(duration, duration): duration",
    "subtract_int64 = _-_(int, int): int",
    "subtract_timestamp_duration = _-_(timestamp, duration): timestamp",
    "subtract_timestamp_timestamp = _-_(timestamp, timestamp): duration",
    "subtract_uint64 = _-_(uint, uint): uint",
    "divide_double = _/_(double, double): double",
    "divide_int64 = _/_(int, int): int",
    "divide_uint64 = _/_(uint, uint): uint",
    "equals = _==_(A, A): bool",
    "conditional = _?_:_(bool, A, A): A",
    "index_list = _[_](list(A), int): A",
    "index_map = _[_](map(A, B), A): B",
    "logical_or = _||_(bool, bool): bool",
    "to_dyn = dyn(A): dyn",
    "matches = matches(string, string): bool",
    "matches_string = (string).matches(string): bool",
    "size_bytes = size(bytes): int",
    "bytes_size = (bytes).size(): int",
    "size_list = size(list(A)): int",
    "list_size = (list(A)).size(): int",
    "size_map = size(map(A, B)): int",
    "map_size = (map(A, B)).size(): int",
    "size_string = size(string): int",
    "string_size = (string).size(): int",
    "type = type(A): type(A)",
    ...comparisons("less_equals", "_<=_"),
    ...comparisons("less", "_<_"),
    ...comparisons("greater_equals", "_>=_"),
    ...comparisons("greater", "_>_"),
  ]),
  "contains_string = (string).contains(string): bool": ofStrings((text, part) => text.includes(part)),
  "ends_with_string = (string).endsWith(string): bool": ofStrings((text, part) => text.endsWith(part)),
  "starts_with_string = (string).startsWith(string): bool": ofStrings((text, part) => text.startsWith(part)),
  ...conversions,
  ...timeFunctions,
};

/** Returns an implementation that checks the types of its arguments, as in cel-go. */
function ofStrings(test: (text: string, part: string) => boolean): Implementation {
  return (text, part) => (typeof text === "string" && typeof part === "string" ? test(text, part) : noSuchOverload);
}
