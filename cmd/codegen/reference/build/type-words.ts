import { typeById } from "../../../../engine/model/lookup.js";
import type { ScalarName, Type, Universe } from "../../../../engine/model/universe.js";
import type { Word, Words } from "../model.js";
import { codes } from "../words.js";

/**
 * Descriptions of scalar types. Some keep their Kubernetes names, because no English word has the
 * same meaning.
 */
const scalars: { readonly [name in ScalarName]: string } = {
  string: "string",
  boolean: "true or false",
  int8: "integer of 8 bits",
  int16: "integer of 16 bits",
  int32: "integer of 32 bits",
  int64: "integer of 64 bits",
  uint8: "integer of 8 bits, not negative",
  uint16: "integer of 16 bits, not negative",
  uint32: "integer of 32 bits, not negative",
  uint64: "integer of 64 bits, not negative",
  float32: "number of 32 bits",
  float64: "number",
  bytes: "bytes in base64",
  Time: "time in RFC 3339, with seconds",
  MicroTime: "time in RFC 3339, with microseconds",
  Duration: "duration, such as 1h30m",
  Quantity: "quantity, such as 500m or 2Gi",
  IntOrString: "integer or string",
  RawExtension: "object of any kind",
  FieldsV1: "set of fields",
  any: "any JSON value",
};

/**
 * Returns the description of a type, such as `list of strings` or `map of strings to integers of 32
 * bits`.
 */
export function typeWords(universe: Universe, type: Type): Words {
  switch (type.kind) {
    case "scalar":
      return [scalars[type.name]];
    case "literals":
      return [type.values.length === 1 ? "always " : "one of ", ...codes(type.values)];
    case "list":
      return ["list of ", ...several(universe, type.element)];
    case "tuple":
      return ["list of exactly: ", ...joined(type.elements.map((element) => typeWords(universe, element)))];
    case "map":
      return [
        "map of ",
        ...(type.key === undefined ? ["strings"] : [reference(universe, type.key)]),
        " to ",
        ...several(universe, type.value),
      ];
    case "ref":
      return [reference(universe, type.to)];
    case "embedded":
      return [reference(universe, type.of), ", with apiVersion and kind"];
  }
}

/** Returns the description of a type in the plural, for the items of a list or map. */
function several(universe: Universe, type: Type): Words {
  if (type.kind === "list" || type.kind === "map") {
    const [first = "", ...rest] = typeWords(universe, type);
    return [typeof first === "string" ? first.replace(/^(list|map)/, "$1s") : first, ...rest];
  }
  if (type.kind === "literals") return ["values: ", ...typeWords(universe, type)];
  if (type.kind !== "scalar") return typeWords(universe, type);
  const words = scalars[type.name];
  if (/^(string|number|integer|time|duration|quantity|object|set)\b/.test(words))
    return [words === "integer or string" ? "integers or strings" : plural(words)];
  return [type.name === "any" ? "any JSON values" : words];
}

function plural(words: string): string {
  return words.replace(/^quantity/, "quantities").replace(/^(string|number|integer|time|duration|object|set)\b/, "$1s");
}

function reference(universe: Universe, id: string): Word {
  return { type: id, name: typeById(universe, id)?.name ?? id.slice(id.lastIndexOf("#") + 1) };
}

function joined(parts: readonly Words[]): Words {
  return parts.flatMap((part, index) => (index === 0 ? part : [", ", ...part]));
}
