import {
  CodecFactory,
  encodeObject,
  valueBody,
  type GroupVersionKind,
  type JSONValue,
  type RuntimeObject,
  type Scheme,
} from "@apimachinery/runtime";
import { convertToKind } from "./convert-to-kind.js";

const factories = new WeakMap<Scheme, CodecFactory>();

function factoryOf(scheme: Scheme): CodecFactory {
  let factory = factories.get(scheme);
  if (factory === undefined) factories.set(scheme, (factory = new CodecFactory(scheme)));
  return factory;
}

/**
 * Returns the JSON of an object in a version of its kind. Does not change the object.
 * @throws Error if the object cannot be converted
 */
export function versionedJSON(scheme: Scheme, object: RuntimeObject, kind: GroupVersionKind): string {
  const versioned = convertToKind(scheme, object, kind);
  return encodeObject(scheme.schemaOf(versioned), versioned);
}

/**
 * Decodes an object without setting defaults, in the version of its apiVersion. Unknown fields are
 * dropped.
 * @param defaults kind and version for a value without them
 * @throws Error for a value that is not an object of a known kind
 */
export function decodeVersion(scheme: Scheme, value: JSONValue, defaults: GroupVersionKind): RuntimeObject {
  return factoryOf(scheme).universalDeserializer().decodeBody(valueBody(value), { defaults, mode: "ignore" }).object;
}
