import { CodecFactory } from "../codec/codec-factory.js";
import { wireFormOf, type WireConversion } from "../codec/wire-form.js";
import type { GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionString, parseGroupVersion, sameGroupVersion } from "../meta/group-version.js";
import { MissingKindError, MissingVersionError, NotRegisteredError } from "../scheme/errors.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { Parser, TypedValue, type Converter, type ParseableType } from "../structuredmerge/index.js";
import { schemaTypeOf, type DeclaredSchemaType } from "../structuredmerge/typed/schema-type.js";
import type { JSONValue } from "../values/types.js";
import { getOwn, isBranch } from "../json/values.js";
import { mergeSchemaOf } from "./merge-schema.js";
import { groupVersionKindOf } from "./object-text.js";

/** A kind in one version, with its type for the merge engine. */
interface VersionedType {
  readonly gvk: GroupVersionKind;
  readonly type: DeclaredSchemaType;
  readonly wireForm: WireConversion | undefined;
}

/**
 * Converts objects of one kind between versions, and to typed values, which the merge engine reads.
 */
export class ObjectTyper implements Converter {
  readonly #scheme: Scheme;
  readonly #kind: string;
  readonly #hub: GroupVersion;
  readonly #versions = new Map<string, VersionedType>();

  /** @param versions the served versions of the kind */
  constructor(scheme: Scheme, { group, kind }: Pick<GroupVersionKind, "group" | "kind">, versions: readonly string[]) {
    this.#scheme = scheme;
    this.#kind = kind;
    this.#hub = scheme.hubVersion({ group, kind }) ?? { group, version: versions[0] ?? "" };
    const kinds = versions.map((version) => ({ group, version, kind }));
    const { document, nameOf } = mergeSchemaOf(kinds.map((gvk) => scheme.schemaFor(gvk)));
    const parser = new Parser(document);
    for (const gvk of kinds) {
      const schema = scheme.schemaFor(gvk);
      const type = schemaTypeOf(parser.type(nameOf(schema)));
      this.#versions.set(groupVersionString(gvk), { gvk, type, wireForm: wireFormOf(schema) });
    }
  }

  /**
   * Returns the type of the kind in a version, for the merge engine.
   * @throws NotRegisteredError for a version that the kind does not have
   */
  typeOf(apiVersion: string): ParseableType {
    return this.#version(apiVersion).type;
  }

  /**
   * Converts an object to a version of its kind. The result can share parts with the argument.
   *
   * @throws NotRegisteredError for a version that the kind does not have
   * @throws Error if the object cannot be converted
   */
  versioned(object: RuntimeObject, apiVersion: string): RuntimeObject {
    return this.#scheme.unsafeConvertToVersion(object, this.#version(apiVersion).gvk);
  }

  /**
   * Returns an object as a typed value in the same version. The value shares parts with the object,
   * so the object must not be changed afterwards. Scalars are not checked, because the decoder has
   * checked them.
   *
   * @throws NotRegisteredError for a version that the kind does not have
   * @throws ValidationErrors if a list item has no key, or if several items have the same key and
   * `allowDuplicates` is false
   */
  typed(object: RuntimeObject, allowDuplicates: boolean): TypedValue {
    const { type, wireForm } = this.#version(object.apiVersion);
    const wire = wireForm?.(object) ?? object;
    // The cast is safe, because an object in wire format contains only JSON values.
    const value = wire as unknown as JSONValue;
    type.checkDecoded(value, { allowDuplicates });
    return new ValueOfObject(value, type, object);
  }

  convert(value: TypedValue, version: string): TypedValue {
    const target = parseGroupVersion(version);
    if (hasVersion(value.asValue(), target)) return value;
    const apiVersion = groupVersionString(target);
    const known = value instanceof ValueOfObject ? value.converted.get(apiVersion) : undefined;
    if (known !== undefined) return known;
    this.#version(apiVersion);
    const hub = this.#scheme.unsafeConvertToVersion(this.#objectOf(value), this.#hub);
    const converted = this.typed(this.#scheme.unsafeConvertToVersion(hub, target), false);
    if (value instanceof ValueOfObject) value.converted.set(apiVersion, converted);
    return converted;
  }

  isMissingVersionError(error: unknown): boolean {
    return error instanceof NotRegisteredError;
  }

  #version(apiVersion: string): VersionedType {
    const version = this.#versions.get(apiVersion);
    if (version === undefined)
      throw new NotRegisteredError(`no kind ${this.#kind} is registered for version ${apiVersion}`);
    return version;
  }

  #objectOf(value: TypedValue): RuntimeObject {
    if (value instanceof ValueOfObject) return value.object;
    const json = value.asValue();
    checkHasKind(json);
    return new CodecFactory(this.#scheme).universalDeserializer().decodeValue(json).object;
  }
}

/**
 * A typed value that keeps the object from which it was created. Converting the value then needs no
 * decoding.
 */
class ValueOfObject extends TypedValue {
  /** The value in other versions, by version. */
  readonly converted = new Map<string, TypedValue>();

  constructor(
    value: JSONValue,
    type: DeclaredSchemaType,
    readonly object: RuntimeObject,
  ) {
    super(value, type);
  }
}

/**
 * Checks that an object still has apiVersion and kind. If a manager owns these fields by mistake,
 * an apply can remove them.
 *
 * @throws Error with Go's message if one of the two fields is missing, or if the value is neither
 * an object nor a list
 */
function checkHasKind(value: JSONValue): void {
  if (!isBranch(value)) throw new Error("failed to convert value to unstructured for type <nil>");
  const { kind, version } = groupVersionKindOf(value);
  if (kind === "") throw new MissingKindError("unstructured object has no kind");
  if (version === "") throw new MissingVersionError("unstructured object has no version");
}

function hasVersion(value: JSONValue, target: GroupVersion): boolean {
  const apiVersion = isBranch(value) ? getOwn(value, "apiVersion") : undefined;
  if (typeof apiVersion !== "string") return false;
  return apiVersion === groupVersionString(target) || isSameVersion(apiVersion, target);
}

function isSameVersion(apiVersion: string, target: GroupVersion): boolean {
  try {
    return sameGroupVersion(parseGroupVersion(apiVersion), target);
  } catch {
    return false;
  }
}
