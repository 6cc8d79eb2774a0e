import type { GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import {
  groupVersionKindString,
  groupVersionString,
  parseGroupVersion,
  sameGroupVersionKind,
  withKind,
} from "../meta/group-version.js";
import { isMessage, type TypeSchema } from "../schema/schema.js";
import { MissingKindError, MissingVersionError, notRegisteredKind, notRegisteredType } from "./errors.js";
import type { AnyKindDefinition } from "./kind-definition.js";
import type { RuntimeObject } from "./runtime-object.js";

/** A registered type and all kinds under which it is registered. */
export interface KnownType {
  readonly definition: AnyKindDefinition;
  /** Kinds of the type, in the order of registration. */
  readonly gvks: readonly GroupVersionKind[];
  /**
   * Kind of an unversioned type, such as `Status`, which is the same type in all groups and
   * versions. Absent for other types.
   */
  readonly unversioned?: GroupVersionKind;
}

interface Entry extends KnownType {
  definition: AnyKindDefinition;
  readonly gvks: GroupVersionKind[];
  unversioned?: GroupVersionKind;
}

/** Stores the registered types, and finds them by kind and by schema. */
export class KnownTypes {
  readonly #schemeName: string;
  readonly #bySchema = new Map<TypeSchema, Entry>();
  /** Entries by apiVersion and then by kind, the two strings that objects contain. */
  readonly #byVersion = new Map<string, Map<string, Entry>>();
  readonly #unversioned = new Map<string, Entry>();

  constructor(schemeName: string) {
    this.#schemeName = schemeName;
  }

  add(gvk: GroupVersionKind, definition: AnyKindDefinition): KnownType {
    const { schema } = definition;
    if (gvk.version === "")
      throw new Error(`version is required on all types: ${groupVersionKindString(gvk)} ${schema.name}`);
    const apiVersion = groupVersionString(gvk);
    const kinds = this.#byVersion.get(apiVersion) ?? new Map<string, Entry>();
    const old = kinds.get(gvk.kind);
    if (old !== undefined && old.definition.schema !== schema) {
      const names = `old=${old.definition.schema.name}, new=${schema.name}`;
      throw new Error(
        `Double registration of different types for ${groupVersionKindString(gvk)}: ${names} in scheme ${JSON.stringify(this.#schemeName)}`,
      );
    }
    const entry = this.#bySchema.get(schema) ?? { definition, gvks: [] };
    // A later registration can add functions to the definition.
    entry.definition = { ...entry.definition, ...definition };
    if (!entry.gvks.some((known) => sameGroupVersionKind(known, gvk)))
      entry.gvks.push({ group: gvk.group, version: gvk.version, kind: gvk.kind });
    this.#bySchema.set(schema, entry);
    this.#byVersion.set(apiVersion, kinds.set(gvk.kind, entry));
    return entry;
  }

  addUnversioned(gvk: GroupVersionKind, definition: AnyKindDefinition): void {
    const old = this.#unversioned.get(gvk.kind);
    if (old !== undefined && old.definition.schema !== definition.schema) {
      const kind = JSON.stringify(groupVersionKindString(gvk));
      throw new Error(
        `${old.definition.schema.name} has already been registered as unversioned kind ${kind} - kind name must be unique in scheme ${JSON.stringify(this.#schemeName)}`,
      );
    }
    const entry = this.#bySchema.get(definition.schema);
    if (entry === undefined) throw notRegisteredType(this.#schemeName, definition.schema.name);
    entry.unversioned = gvk;
    this.#unversioned.set(gvk.kind, entry);
  }

  /**
   * Returns the type that is registered for exactly this group, version and kind; undefined if none
   * is.
   */
  exact(gvk: GroupVersionKind): KnownType | undefined {
    return this.#byVersion.get(groupVersionString(gvk))?.get(gvk.kind);
  }

  /** Returns the schema of a kind that has a protobuf encoding; undefined for other kinds. */
  message(gvk: GroupVersionKind): TypeSchema | undefined {
    const schema = this.exact(gvk)?.definition.schema;
    return schema !== undefined && isMessage(schema) ? schema : undefined;
  }

  /**
   * Returns the type of a group, version and kind. If none is registered, returns the unversioned
   * type with this kind.
   * @throws NotRegisteredError if neither type is registered
   */
  find(gvk: GroupVersionKind): KnownType {
    const type = this.exact(gvk) ?? this.#unversioned.get(gvk.kind);
    if (type === undefined) throw notRegisteredKind(this.#schemeName, gvk);
    return type;
  }

  ofSchema(schema: TypeSchema): KnownType | undefined {
    return this.#bySchema.get(schema);
  }

  /**
   * Returns the type with the apiVersion and kind of an object. If none is registered, returns the
   * unversioned type with this kind; undefined if that does not exist either.
   */
  lookup(obj: RuntimeObject): KnownType | undefined {
    return this.#byVersion.get(obj.apiVersion)?.get(obj.kind) ?? this.#unversioned.get(obj.kind);
  }

  /**
   * Returns the same type as `lookup`.
   * @throws NotRegisteredError if no such type is registered
   * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion
   */
  ofObject(obj: RuntimeObject): KnownType {
    const type = this.lookup(obj);
    if (type !== undefined) return type;
    if (!obj.kind) throw new MissingKindError("unstructured object has no kind");
    if (!obj.apiVersion) throw new MissingVersionError("unstructured object has no version");
    return this.find(withKind(parseGroupVersion(obj.apiVersion), obj.kind));
  }

  inGroupVersion(gv: GroupVersion): Map<string, TypeSchema> {
    const result = new Map<string, TypeSchema>();
    for (const [kind, type] of this.#byVersion.get(groupVersionString(gv)) ?? [])
      result.set(kind, type.definition.schema);
    return result;
  }

  all(): readonly KnownType[] {
    return [...this.#bySchema.values()];
  }
}
