import type { ConversionScope } from "./conversion-scope.js";
import type { Embedded, TypeMeta } from "../meta/v1/types.js";

/**
 * Converts an embedded object, whose apiVersion and kind are optional. The two properties are
 * copied if they are present.
 */
export function convertEmbedded<A extends TypeMeta, B extends TypeMeta>(
  input: Embedded<A>,
  convert: (input: A, scope: ConversionScope) => B,
  scope: ConversionScope,
): Embedded<B>;
export function convertEmbedded(
  input: Embedded<TypeMeta>,
  convert: (input: TypeMeta, scope: ConversionScope) => TypeMeta,
  scope: ConversionScope,
): Embedded<TypeMeta> {
  const out: Record<string, unknown> = {};
  if (input.apiVersion !== undefined) out.apiVersion = input.apiVersion;
  if (input.kind !== undefined) out.kind = input.kind;
  const converted = convert({ apiVersion: "", kind: "", ...input }, scope);
  for (const [name, value] of Object.entries(converted)) {
    if (name !== "apiVersion" && name !== "kind") out[name] = value;
  }
  return out;
}
