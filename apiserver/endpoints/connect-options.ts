import {
  shapeOf,
  type Decoder,
  type GroupVersionKind,
  type JSONObject,
  type JSONValue,
  type TypeSchema,
  type ValueShape,
} from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { isTruthy } from "../request/request-info.js";
import { orThrow } from "../util/or-throw.js";

/**
 * Returns a function that decodes query parameters to the options of a subresource with a handler.
 * A field of the options is a query parameter (Go: runtime.ParameterCodec) if its type is a string,
 * number, boolean or list of strings.
 * @param kind kind of the options in the request's version
 */
export function connectOptions(
  decoder: Decoder,
  kind: GroupVersionKind,
  schema: TypeSchema,
): (query: URLSearchParams) => object {
  const fields = Object.entries(shapeOf(schema).fields ?? {});
  return (query) => {
    const values: JSONObject = {};
    for (const [name, shape] of fields) {
      const value = query.has(name) ? valueOf(shape, query.getAll(name)) : undefined;
      if (value !== undefined && name !== "kind" && name !== "apiVersion") values[name] = value;
    }
    return orThrow(() => decoder.decodeValue(values, { defaults: kind, mode: "ignore" }).object, newBadRequest);
  };
}

function valueOf(shape: ValueShape, texts: readonly string[]): JSONValue | undefined {
  const [text = ""] = texts;
  switch (shape.type) {
    case "string":
      return text;
    case "boolean":
      return isTruthy(text);
    case "int32":
    case "int64":
    case "float64":
      return numberOf(text);
    case "list":
      return shape.items.type === "string" ? [...texts] : undefined;
    default:
      return undefined;
  }
}

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) throw newBadRequest(`${JSON.stringify(text)} is not a number`);
  return number;
}
