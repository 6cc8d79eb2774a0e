import {
  field,
  goQuote,
  parseGroupVersion,
  validation,
  type ErrorList,
  type ObjectMeta,
  type OwnerReference,
  type FieldError,
} from "@apimachinery/runtime";
import { invisibleProblems, nameSegmentProblems, prefixProblems, storageProblems } from "./names.js";

const maxAnnotationBytes = 256 * 1024;
const path = field.newPath("metadata");

type ValidateName = (name: string, isPrefix: boolean) => readonly string[];
const validatePathSegmentName: ValidateName = (name, isPrefix) =>
  isPrefix ? prefixProblems(name) : nameSegmentProblems(name);

/** Default validation of names, for kinds whose strategy has no `validateName`. */
export const validateCommonName: ValidateName = (name, isPrefix) => [
  ...validatePathSegmentName(name, isPrefix),
  ...invisibleProblems(name),
];

/**
 * Validates the metadata of an object of any kind (Go: ValidateObjectMeta).
 * @param validateName validation of names; by default, every path segment is valid
 */
export function validateMetadata(
  metadata: ObjectMeta,
  isNamespaced: boolean,
  validateName: ValidateName = validatePathSegmentName,
): ErrorList {
  return [
    ...identity(metadata, isNamespaced, validateName),
    ...maps(metadata),
    ...finalizers(metadata.finalizers ?? []),
  ];
}

/** Returns the errors of the name, the namespace and the generation. */
function identity(metadata: ObjectMeta, isNamespaced: boolean, validateName: ValidateName): FieldError[] {
  return [
    ...names(metadata, validateName),
    ...namespace(metadata.namespace ?? "", isNamespaced),
    ...generation(metadata),
  ];
}

/** Returns the errors of labels, annotations and owner references. */
function maps(metadata: ObjectMeta): FieldError[] {
  return [
    ...labels(metadata.labels ?? {}),
    ...annotations(metadata.annotations ?? {}),
    ...ownerReferences(metadata.ownerReferences ?? []),
  ];
}

function names({ name = "", generateName = "" }: ObjectMeta, validateName: ValidateName): FieldError[] {
  const errors =
    generateName === "" ? [] : problems(path.child("generateName"), generateName, validateName(generateName, true));
  if (name === "") return [...errors, field.required(path.child("name"), "name or generateName is required")];
  return [...errors, ...problems(path.child("name"), name, [...validateName(name, false), ...storageProblems(name)])];
}

function namespace(value: string, isNamespaced: boolean): FieldError[] {
  const at = path.child("namespace");
  if (!isNamespaced) return value === "" ? [] : [field.forbidden(at, "not allowed on this type")];
  if (value === "") return [field.required(at, "")];
  return problems(at, value, validation.isDNS1123Label(value));
}

function labels(values: Readonly<Record<string, string>>): FieldError[] {
  const at = path.child("labels");
  const wrong = wrongEntries(
    values,
    (key, value) => validation.isLabelKey(key).length > 0 || validation.isLabelValue(value).length > 0,
  );
  return wrong.flatMap(([key, value]) => [
    ...problems(at, key, validation.isLabelKey(key)),
    ...problems(at, value, validation.isLabelValue(value)),
  ]);
}

function annotations(values: Readonly<Record<string, string>>): FieldError[] {
  const at = path.child("annotations");
  // Keys are checked in lower case, because Go ignores the case of annotation keys.
  const wrong = wrongEntries(values, (key) => validation.isLabelKey(key.toLowerCase()).length > 0);
  const errors = wrong.flatMap(([key]) => problems(at, key, validation.isLabelKey(key.toLowerCase())));
  let bytes = 0;
  for (const key in values) {
    bytes += Buffer.byteLength(key) + Buffer.byteLength(values[key] ?? "");
    if (bytes > maxAnnotationBytes) break;
  }
  return bytes > maxAnnotationBytes ? [...errors, field.tooLong(at, maxAnnotationBytes)] : errors;
}

function generation({ generation = 0 }: ObjectMeta): FieldError[] {
  return generation < 0
    ? [field.invalid(path.child("generation"), generation, "must be greater than or equal to 0")]
    : [];
}

function ownerReferences(references: readonly OwnerReference[]): FieldError[] {
  const at = path.child("ownerReferences");
  const first = references.find(({ controller }) => controller === true);
  return references.flatMap((reference, index) => {
    const errors = ownerReference(reference, at.index(index));
    if (first === undefined || reference === first || reference.controller !== true) return errors;
    const both = `${first.kind}/${first.name} and ${reference.kind}/${reference.name}`;
    return [
      ...errors,
      field.invalid(
        at,
        references,
        `Only one reference can have Controller set to true. Found "true" in references for ${both}`,
      ),
    ];
  });
}

function ownerReference(reference: OwnerReference, at: field.Path): FieldError[] {
  const { apiVersion, kind, name, uid } = reference;
  const errors: FieldError[] = [];
  if (apiVersion === "") errors.push(field.required(at.child("apiVersion"), "must not be empty"));
  else if (!isGroupVersion(apiVersion))
    errors.push(field.invalid(at.child("apiVersion"), apiVersion, "must be <group>/<version> or <version>"));
  for (const [key, value] of Object.entries({ kind, name, uid })) {
    if (value === "") errors.push(field.required(at.child(key), "must not be empty"));
  }
  if ((apiVersion === "v1" || apiVersion === "/v1") && kind === "Event")
    errors.push(field.invalid(at, reference, "/v1, Kind=Event is disallowed from being an owner"));
  return errors;
}

function finalizers(values: readonly string[]): FieldError[] {
  const at = path.child("finalizers");
  const errors = values.flatMap((value) => problems(at, value, validation.isLabelKey(value)));
  if (!values.includes("orphan") || !values.includes("foregroundDeletion")) return errors;
  return [...errors, field.invalid(at, values, "finalizer orphan and foregroundDeletion cannot be both set")];
}

/** Validates the metadata of an update (Go: ValidateObjectMeta and ValidateObjectMetaUpdate). */
export function validateMetadataUpdate(
  metadata: ObjectMeta,
  old: Readonly<ObjectMeta>,
  isNamespaced: boolean,
): ErrorList {
  const isDecremented = (metadata.generation ?? 0) < (old.generation ?? 0);
  return [
    ...identity(metadata, isNamespaced, validatePathSegmentName),
    ...maps(metadata),
    ...finalizers(metadata.finalizers ?? []),
    ...finalizersWhileDeleting(metadata, old),
    ...generation(metadata),
    ...(isDecremented
      ? [field.invalid(path.child("generation"), metadata.generation ?? 0, "must not be decremented")]
      : []),
    ...immutable.flatMap((key) =>
      metadata[key] === old[key]
        ? []
        : [field.invalid(path.child(key), metadata[key] ?? zeroOf(key), "field is immutable")],
    ),
  ];
}

const immutable = [
  "name",
  "namespace",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
] as const;

/** Returns the zero value of a field in Go, which error messages contain for a missing value. */
function zeroOf(key: (typeof immutable)[number]): string | null {
  return key === "name" || key === "namespace" || key === "uid" ? "" : null;
}

function finalizersWhileDeleting(metadata: ObjectMeta, old: Readonly<ObjectMeta>): FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const before = new Set(old.finalizers);
  const added = new Set((metadata.finalizers ?? []).filter((finalizer) => !before.has(finalizer)));
  if (added.size === 0) return [];
  const list = `[]string{${[...added].sort(byBytes).map(goQuote).join(", ")}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
  return [field.forbidden(path.child("finalizers"), detail)];
}

/** Compares strings by their UTF-8 bytes, as Go does. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function problems(at: field.Path, value: string, texts: readonly string[]): FieldError[] {
  return texts.map((text) => field.invalid(at, value, text));
}

/**
 * Maximum number of invalid map entries that are reported as errors. A Status lists far fewer
 * errors and only counts the rest.
 */
const maxWrongEntries = 10_000;

/**
 * Returns the first invalid entries of a map, sorted by key. Go reports such entries in random
 * order.
 */
function wrongEntries(
  values: Readonly<Record<string, string>>,
  isWrong: (key: string, value: string) => boolean,
): readonly (readonly [string, string])[] {
  const wrong: (readonly [string, string])[] = [];
  for (const key in values) {
    const value = values[key] ?? "";
    if (isWrong(key, value)) wrong.push([key, value]);
    if (wrong.length === maxWrongEntries) break;
  }
  return wrong.sort(([a], [b]) => (a < b ? -1 : 1));
}

function isGroupVersion(text: string): boolean {
  try {
    return parseGroupVersion(text).version !== "";
  } catch {
    return false;
  }
}
