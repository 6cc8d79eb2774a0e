import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "@apimachinery/runtime";
import type { Random } from "../fuzz/random.js";

const texts = ["", "a", "b", "name", "long ".repeat(26), "ü€😀", "\uffee", "__proto__", '\u0000\n"<&>\u2028'];
const integers = [0, 1, -1, 127, 128, 300, 2 ** 31 - 1, -(2 ** 31)];
const longIntegers = [...integers, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1];
const times = [
  "1970-01-01T00:00:00Z",
  "1969-12-31T23:59:59Z",
  "2024-02-29T12:34:56Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
];
const microTimes = times.map((time) => time.replace("Z", ".123456Z"));
const quantities = ["0", "1", "1500m", "1Gi", "-5", "1e3", "0.5", "100n"];
const rawValues = [{}, { a: 1 }, { "f:a": { ".": {} }, list: [true, null, "ü"] }];

/** Returns an object of a kind, or a value of a type, with random values. */
export function randomObject(random: Random, schema: TypeSchema, depth = 8): unknown {
  const { fields, value, members, gvk } = shapeOf(schema);
  if (value !== undefined) return randomValue(random, value, depth);
  if (members !== undefined) return randomObject(random, random.pick(Object.values(members))(), depth);
  const version = gvk === undefined ? "" : gvk.group === "" ? gvk.version : `${gvk.group}/${gvk.version}`;
  const entries = Object.entries(fields ?? {}).flatMap(([name, field]) => {
    if (gvk !== undefined && name === "apiVersion") return [[name, version]];
    if (gvk !== undefined && name === "kind") return [[name, gvk.kind]];
    return isPresent(random, field, depth) ? [[name, randomValue(random, field, depth - 1)]] : [];
  });
  return Object.fromEntries(entries) as unknown;
}

/**
 * Required properties are absent at times, too. Only bytes are not: Go does not write absent bytes,
 * and cannot know that they are required.
 */
function isPresent(random: Random, { optional, type }: FieldShape, depth: number): boolean {
  if (type === "bytes" && optional !== true) return true;
  if (depth <= 0) return false;
  return random.chance(optional === true ? 0.5 : 0.95);
}

function randomValue(random: Random, shape: ValueShape, depth: number): unknown {
  switch (shape.type) {
    case "list":
      return depth <= 0 ? [] : random.many(3, () => randomValue(random, shape.items, depth - 1));
    case "map":
      return Object.fromEntries(
        random.many(4, () => [random.pick(texts), randomValue(random, shape.values, depth - 1)]),
      );
    case "ref":
    case "embedded":
      return randomObject(random, shape.to(), depth);
    case "boolean":
      return random.chance(0.5);
    case "string":
      return shape.enum === undefined ? random.pick(texts) : random.pick(shape.enum);
    case "bytes":
      return random.bytes(1 + random.int(5)).toString("base64");
    case "Time":
      return random.pick(times);
    case "MicroTime":
      return random.pick(microTimes);
    case "Duration":
      return random.pick(["0s", "1.5s", "-3h0m0s"]);
    case "Quantity":
      return random.pick(quantities);
    case "IntOrString":
      return random.chance(0.5) ? random.pick(texts) : random.pick(integers);
    case "RawExtension":
    case "FieldsV1":
    case "any":
      return random.pick(rawValues);
    case "int64":
    case "uint64":
      return random.pick(longIntegers.filter((number) => shape.type === "int64" || number >= 0));
    case "float32":
    case "float64":
      return random.pick([0, 0.5, -1.25, 1024]);
    case "int32":
      return random.pick(integers);
    default:
      return random.int(128);
  }
}
