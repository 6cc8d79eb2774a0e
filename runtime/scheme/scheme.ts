import type { ConversionScope } from "./conversion-scope.js";
import { zeroOf } from "../decode/zero.js";
import type { ErrorList } from "../field/error-list.js";
import type { GroupKind, GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import { APIVersionInternal, groupVersionString, withKind } from "../meta/group-version.js";
import type { OpenAPIModuleLoader } from "../openapi/definition.js";
import type { Schema, TypeSchema } from "../schema/schema.js";
import type { Operation } from "../operation/operation.js";
import { ConversionTable, type ConversionFunc } from "./conversion-table.js";
import { notSuitableForTarget } from "./errors.js";
import { HubVersions, type KindVersions } from "./hub-versions.js";
import { defaultFieldLabelConversion, type FieldLabel, type FieldLabelConversionFunc } from "./field-labels.js";
import { groupVersionerString, kindForGroupVersionKinds, type GroupVersioner } from "./group-versioner.js";
import { typeNameOf, type AnyKindDefinition } from "./kind-definition.js";
import { KnownTypes, type KnownType } from "./known-types.js";
import { copyAs, setKind, withKindOf } from "./object-kind.js";
import type { RuntimeObject } from "./runtime-object.js";
import { ValidationTable, type ValidationFunc } from "./validation-table.js";
import { VersionPriority } from "./version-priority.js";

/**
 * Registry of the kinds of an API server, with their defaults and conversions (Go: runtime.Scheme,
 * with the same method names). `AddToScheme` functions fill the scheme when a program starts; later
 * it is only read. The apiVersion and kind of an object determine its registered type. Methods with
 * an object as a parameter, except `default`, `validate` and `validateUpdate`, throw
 * NotRegisteredError, MissingKindError or MissingVersionError for an object of unknown type.
 */
export class Scheme {
  /** Name of the scheme, for error messages. */
  readonly name: string;
  readonly #types: KnownTypes;
  readonly #conversions = new ConversionTable();
  /** Validation functions of the registered types. */
  readonly validations = new ValidationTable();
  /** Finds the schema of a kind that has a protobuf encoding. Returns undefined for other kinds. */
  readonly protobuf = { find: (gvk: GroupVersionKind): TypeSchema | undefined => this.#types.message(gvk) };
  readonly #defaulting = new Map<TypeSchema, (obj: unknown) => void>();
  readonly #versions = new VersionPriority();
  readonly #hubs = new HubVersions();
  readonly #fieldLabels = new Map<string, FieldLabelConversionFunc>();
  readonly #openAPI = new Map<string, OpenAPIModuleLoader[]>();
  readonly #kindVersions: KindVersions = {
    schemaOf: (version, kind) => this.#types.exact(withKind(version, kind))?.definition.schema,
    versionsOf: (kind) => this.versionsForGroupKind(kind),
    hasConversion: (from, to) => this.#conversions.has(from, to),
  };
  readonly #scope: ConversionScope = { convert: (input, from, to) => this.convert(input, from, to) };

  constructor(name = "scheme") {
    this.name = name;
    this.#types = new KnownTypes(name);
  }

  /**
   * Registers types of a version. The kind of each type is the name of the type.
   * @throws Error if another type is already registered under the kind, or if the version is empty
   */
  addKnownTypes(gv: GroupVersion, ...kinds: readonly AnyKindDefinition[]): void {
    this.#versions.observe(gv);
    for (const kind of kinds) this.addKnownTypeWithName(withKind(gv, typeNameOf(kind.schema)), kind);
  }

  /**
   * Registers a type under a kind that can differ from the name of the type. A type can be
   * registered as several kinds.
   */
  addKnownTypeWithName(gvk: GroupVersionKind, kind: AnyKindDefinition): void {
    this.#versions.observe(gvk);
    this.#types.add(gvk, kind);
    this.#hubs.clear();
  }

  /**
   * Registers types that are the same in every group and version, such as `Status`. A conversion
   * changes only the apiVersion and kind of an object of such a type.
   */
  addUnversionedTypes(gv: GroupVersion, ...kinds: readonly AnyKindDefinition[]): void {
    this.addKnownTypes(gv, ...kinds);
    for (const kind of kinds) this.#types.addUnversioned(withKind(gv, typeNameOf(kind.schema)), kind);
  }

  /** Returns the schemas of the types that are registered in a version, by kind. */
  knownTypes(gv: GroupVersion): ReadonlyMap<string, TypeSchema> {
    return this.#types.inGroupVersion(gv);
  }

  /** Returns every registered type with its kinds. */
  allKnownTypes(): readonly KnownType[] {
    return this.#types.all();
  }

  /**
   * Returns the schema of a kind.
   * @throws NotRegisteredError for a kind that is not registered
   */
  schemaFor(gvk: GroupVersionKind): TypeSchema {
    return this.#types.find(gvk).definition.schema;
  }

  /**
   * Returns the definition of a kind, merged from all its registrations.
   * @throws NotRegisteredError for a kind that is not registered
   */
  definitionFor(gvk: GroupVersionKind): AnyKindDefinition {
    return this.#types.find(gvk).definition;
  }

  /**
   * Returns the schema of an object's type.
   * @throws NotRegisteredError for an object whose kind is not registered
   */
  schemaOf(obj: RuntimeObject): TypeSchema {
    return this.#types.ofObject(obj).definition.schema;
  }

  /**
   * Returns a new object of a kind. Its apiVersion and kind are set; all other required fields have
   * zero values.
   * @throws NotRegisteredError for a kind that is not registered
   */
  new(gvk: GroupVersionKind): RuntimeObject {
    const type = this.#types.find(gvk);
    return setKind(zeroOf(type.definition.schema) as RuntimeObject, type.unversioned ?? gvk);
  }

  /**
   * Returns the kinds under which the type of an object is registered, and whether the type is
   * unversioned.
   */
  objectKinds(obj: RuntimeObject): { readonly gvks: readonly GroupVersionKind[]; readonly unversioned: boolean } {
    const type = this.#types.ofObject(obj);
    return { gvks: type.gvks, unversioned: type.unversioned !== undefined };
  }

  recognizes(gvk: GroupVersionKind): boolean {
    return this.#types.exact(gvk) !== undefined;
  }

  isUnversioned(obj: RuntimeObject): boolean {
    return this.#types.ofObject(obj).unversioned !== undefined;
  }

  isGroupRegistered(group: string): boolean {
    return this.#versions.isGroupRegistered(group);
  }

  isVersionRegistered(gv: GroupVersion): boolean {
    return this.#versions.isVersionRegistered(gv);
  }

  /** Returns the versions of a kind, without `__internal`, by descending priority. */
  versionsForGroupKind(gk: GroupKind): GroupVersion[] {
    return this.#versions.ofGroup(gk.group).filter((gv) => this.recognizes(withKind(gv, gk.kind)));
  }

  /**
   * Sets the priority of the versions of a group, in descending order.
   * @throws Error for an internal version, or if the versions are not in exactly one group
   */
  setVersionPriority(...versions: readonly GroupVersion[]): void {
    this.#versions.set(versions);
    this.#hubs.clear();
  }

  /**
   * Sets the hub version of a group without the version `__internal`: all other versions of the
   * group are converted to and from it. The generated `Install` calls this method.
   * @throws Error if the group has another hub version
   */
  setHubVersion(gv: GroupVersion): void {
    this.#hubs.set(gv);
  }

  /**
   * Returns the hub version of a kind, to and from which all other versions are converted (see
   * `HubVersions.find`). Returns undefined for an unknown kind.
   */
  hubVersion(kind: GroupKind): GroupVersion | undefined {
    return this.#hubs.find(kind, this.#kindVersions);
  }

  prioritizedVersionsForGroup(group: string): GroupVersion[] {
    return this.#versions.ofGroup(group);
  }

  prioritizedVersionsAllGroups(): GroupVersion[] {
    return this.#versions.ofAllGroups();
  }

  preferredVersionAllGroups(): GroupVersion[] {
    return this.#versions.preferredOfAllGroups();
  }

  /**
   * Registers a defaulting function for a type. The function replaces an earlier one, and the one
   * in the definition of the kind.
   */
  addTypeDefaultingFunc<T>(schema: Schema<T>, fn: (obj: NoInfer<T>) => void): void {
    this.#defaulting.set(schema, fn as (obj: unknown) => void);
  }

  /**
   * Sets the defaults of an object, in place. Has no effect on unknown types and on types without
   * defaults.
   */
  default(obj: RuntimeObject): void {
    const definition = this.#types.lookup(obj)?.definition;
    if (definition === undefined) return;
    const fn =
      this.#defaulting.get(definition.schema) ?? (definition.setDefaults as ((obj: unknown) => void) | undefined);
    fn?.(obj);
  }

  /**
   * Registers a validation function for a type. The function replaces an earlier one.
   * @param paths subresources that the function validates: `/status`; `/` is the main resource
   */
  addValidationFunc<T>(schema: Schema<T>, paths: readonly string[], fn: ValidationFunc<NoInfer<T>>): void {
    this.validations.add(schema, paths, fn);
  }

  /**
   * Validates a new object by the rules of its type. Returns no errors for an unknown type.
   * @param options states of the options on which rules depend
   * @param subresources path components of the subresource; none for the main resource
   */
  validate(
    options: Readonly<Record<string, boolean>>,
    obj: RuntimeObject,
    ...subresources: readonly string[]
  ): ErrorList {
    const op: Operation = { type: "Create", options, request: { subresources } };
    return this.validations.run(this.#types.lookup(obj)?.definition.schema, op, obj, undefined);
  }

  /** Validates an updated object. Errors are returned only for values that the update changes. */
  validateUpdate(
    options: Readonly<Record<string, boolean>>,
    obj: RuntimeObject,
    oldObj: RuntimeObject,
    ...subresources: readonly string[]
  ): ErrorList {
    const op: Operation = { type: "Update", options, request: { subresources } };
    return this.validations.run(this.#types.lookup(obj)?.definition.schema, op, obj, oldObj);
  }

  /** Returns a deep copy of an object. Uses the copy function of its kind, if the kind has one. */
  copy<T extends RuntimeObject>(obj: T): T {
    return copyAs(this.#types.ofObject(obj).definition, obj);
  }

  /**
   * Registers a hand-written conversion. It takes precedence over a generated conversion of the
   * same types, whichever is registered first.
   */
  addConversionFunc<A, B>(from: Schema<A>, to: Schema<B>, fn: ConversionFunc<NoInfer<A>, NoInfer<B>>): void {
    this.#conversions.addManual(from, to, fn);
    this.#hubs.clear();
  }

  addGeneratedConversionFunc<A, B>(from: Schema<A>, to: Schema<B>, fn: ConversionFunc<NoInfer<A>, NoInfer<B>>): void {
    this.#conversions.addGenerated(from, to, fn);
    this.#hubs.clear();
  }

  /** Registers the generated conversions of two types, in both directions. */
  addGeneratedConversionFuncs<A, B>(
    a: Schema<A>,
    b: Schema<B>,
    there: ConversionFunc<NoInfer<A>, NoInfer<B>>,
    back: ConversionFunc<NoInfer<B>, NoInfer<A>>,
  ): void {
    this.#conversions.addGenerated(a, b, there);
    this.#conversions.addGenerated(b, a, back);
    this.#hubs.clear();
  }

  /** Registers a conversion that ignores its input and returns a zero value of the target type. */
  addIgnoredConversionType(from: TypeSchema, to: TypeSchema): void {
    this.#conversions.ignore(from, to);
    this.#hubs.clear();
  }

  /** Reports whether a type can be converted to another type, directly or through a hub. */
  isConvertible(from: TypeSchema, to: TypeSchema): boolean {
    if (from === to || this.#conversions.has(from, to)) return true;
    return this.#conversions.hubBetween(from, to, (schema) => this.#isInternal(schema)) !== undefined;
  }

  /** Returns the types to which a type can be converted directly, without a hub. */
  conversionTargets(from: TypeSchema): readonly TypeSchema[] {
    return this.#conversions.targetsOf(from);
  }

  /**
   * Converts a value with the conversion that is registered from the type `from` to the type `to`:
   * ignored, hand-written or generated, in this order of precedence. If both types are the same and
   * have no conversion, the value is copied. The result can share nested values with the input.
   * @throws Error if the types differ and no conversion is registered
   */
  convert<A, B>(input: NoInfer<A>, from: Schema<A>, to: Schema<B>): B {
    return this.#convert(input, from, to) as B;
  }

  /**
   * Returns a copy of an object, converted to another version of its group. If no direct conversion
   * to the type of the target is registered, the object is converted through the hub.
   * @throws Error if no conversion is registered
   * @throws NotRegisteredError if the target has no version of the object's group
   */
  convertToVersion(obj: RuntimeObject, target: GroupVersioner): RuntimeObject {
    return this.#convertToVersion(obj, target, true);
  }

  /**
   * Converts an object like `convertToVersion`, but without a copy. The result can share nested
   * values with the input, so the caller must not mutate either of them afterwards.
   */
  unsafeConvertToVersion(obj: RuntimeObject, target: GroupVersioner): RuntimeObject {
    return this.#convertToVersion(obj, target, false);
  }

  addFieldLabelConversionFunc(gvk: GroupVersionKind, fn: FieldLabelConversionFunc): void {
    this.#fieldLabels.set(fieldLabelKey(gvk), fn);
  }

  /**
   * Registers a module with OpenAPI definitions of a version. The module is loaded when an OpenAPI
   * document is first requested.
   */
  addOpenAPIDefinitions(gv: GroupVersion, load: OpenAPIModuleLoader): void {
    const key = groupVersionString(gv);
    this.#openAPI.set(key, [...(this.#openAPI.get(key) ?? []), load]);
  }

  /**
   * Returns the functions that load the OpenAPI definitions of a version. Returns an empty list if
   * none are registered.
   */
  openAPIDefinitions(gv: GroupVersion): readonly OpenAPIModuleLoader[] {
    return this.#openAPI.get(groupVersionString(gv)) ?? [];
  }

  hasFieldLabelConversionFunc(gvk: GroupVersionKind): boolean {
    return this.#fieldLabels.has(fieldLabelKey(gvk));
  }

  /**
   * Converts a requirement of a field selector to the field names of the hub version. Kinds without
   * a conversion function support only metadata.name and metadata.namespace.
   * @throws Error for a label that the kind does not support
   */
  convertFieldLabel(gvk: GroupVersionKind, label: string, value: string): FieldLabel {
    const fn = this.#fieldLabels.get(fieldLabelKey(gvk)) ?? defaultFieldLabelConversion;
    return fn(label, value);
  }

  #convert(input: unknown, from: TypeSchema, to: TypeSchema): unknown {
    if (this.#conversions.isIgnored(from, to)) return zeroOf(to);
    const fn = this.#conversions.find(from, to);
    if (fn !== undefined) return fn(input, this.#scope);
    if (from === to) return copyAs(this.#types.ofSchema(from)?.definition ?? { schema: from }, input);
    throw unknownConversion(from, to);
  }

  #convertToVersion(obj: RuntimeObject, target: GroupVersioner, copy: boolean): RuntimeObject {
    const type = this.#types.ofObject(obj);
    const { schema } = type.definition;
    const gvk = kindForGroupVersionKinds(target, type.gvks);
    const asCopy = (kind: GroupVersionKind) => withKindOf(copy ? copyAs(type.definition, obj) : obj, kind);
    if (gvk === undefined) {
      if (type.unversioned !== undefined) return asCopy(type.unversioned);
      throw notSuitableForTarget(this.name, schema.name, groupVersionerString(target));
    }
    if (type.gvks.includes(gvk)) return asCopy(gvk);
    if (type.unversioned !== undefined) return asCopy(gvk.version === APIVersionInternal ? type.unversioned : gvk);
    const to = this.#types.find(gvk).definition.schema;
    const input = copy ? copyAs(type.definition, obj) : obj;
    const output = this.#convertThroughHub(input, schema, to);
    return withKindOf(output === obj ? { ...output } : output, gvk);
  }

  #convertThroughHub(input: RuntimeObject, from: TypeSchema, to: TypeSchema): RuntimeObject {
    const hub = this.#conversions.hubBetween(from, to, (schema) => this.#isInternal(schema));
    if (hub === undefined) return this.#convert(input, from, to) as RuntimeObject;
    return this.#convert(this.#convert(input, from, hub), hub, to) as RuntimeObject;
  }

  #isInternal(schema: TypeSchema): boolean {
    return this.#types.ofSchema(schema)?.gvks.some((gvk) => gvk.version === APIVersionInternal) ?? false;
  }
}

function fieldLabelKey(gvk: GroupVersionKind): string {
  return `${groupVersionString(gvk)} ${gvk.kind}`;
}

function unknownConversion(from: TypeSchema, to: TypeSchema): Error {
  return new Error(`converting (${from.name}) to (${to.name}): unknown conversion`);
}
