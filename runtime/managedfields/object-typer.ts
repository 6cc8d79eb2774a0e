import { CodecFactory } from "../codec/codec-factory.js";
import { wireFormOf } from "../codec/wire-form.js";
import type { GroupVersion, GroupVersionKind } from "../group-version.js";
import { groupVersionString, parseGroupVersion } from "../group-version-text.js";
import { NotRegisteredError } from "../scheme/errors.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { Parser, type TypedValue, type Converter, type ParseableType } from "../structuredmerge/index.js";
import type { JSONValue } from "../types.js";
import { getOwn, isBranch } from "../values.js";
import { mergeSchemaOf } from "./merge-schema.js";

/** Converts objects of one kind between the hub version and typed values of its other versions. */
export class ObjectTyper implements Converter {
  readonly #scheme: Scheme;
  readonly #kind: string;
  readonly #hub: GroupVersion;
  readonly #types = new Map<string, ParseableType>();

  /** @param versions the versions of the kind that clients can use */
  constructor(scheme: Scheme, { group, kind }: Pick<GroupVersionKind, "group" | "kind">, versions: readonly string[]) {
    this.#scheme = scheme;
    this.#kind = kind;
    this.#hub = scheme.hubVersion({ group, kind }) ?? { group, version: versions[0] ?? "" };
    const kinds = versions.map((version) => ({ group, version, kind }));
    const { document, nameOf } = mergeSchemaOf(kinds.map((gvk) => scheme.schemaFor(gvk)));
    const parser = new Parser(document);
    for (const gvk of kinds) this.#types.set(groupVersionString(gvk), parser.type(nameOf(scheme.schemaFor(gvk))));
  }

  /** @throws NotRegisteredError for a version that the kind does not have */
  typeOf(apiVersion: string): ParseableType {
    const type = this.#types.get(apiVersion);
    if (type === undefined)
      throw new NotRegisteredError(`no kind ${this.#kind} is registered for version ${apiVersion}`);
    return type;
  }

  /**
   * Returns an object of any version as a typed value of a version. The value shares parts with the
   * object. Its type is not checked: the object comes from the decoder.
   */
  typed(object: RuntimeObject, apiVersion: string): TypedValue {
    const versioned = this.#scheme.unsafeConvertToVersion(object, parseGroupVersion(apiVersion));
    const wire = wireFormOf(this.#scheme.schemaOf(versioned))?.(versioned) ?? versioned;
    // An object in its wire form has only values of JSON.
    return this.typeOf(apiVersion).fromValue(wire as unknown as JSONValue, { allowDuplicates: true });
  }

  convert(value: TypedValue, version: string): TypedValue {
    const json = value.asValue();
    if (isBranch(json) && getOwn(json, "apiVersion") === version) return value;
    this.typeOf(version);
    const { object } = new CodecFactory(this.#scheme).universalDeserializer().decodeValue(json);
    return this.typed(this.#scheme.unsafeConvertToVersion(object, this.#hub), version);
  }

  isMissingVersionError(error: unknown): boolean {
    return error instanceof NotRegisteredError;
  }
}
