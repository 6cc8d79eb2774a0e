import { field, goQuote, parseGroupVersion, validation } from "@apimachinery/runtime";
import type { ErrorList, ObjectMeta, OwnerReference } from "@apimachinery/runtime";
import type { FieldError } from "@apimachinery/runtime";
import { pathSegmentProblems, prefixProblems, storageProblems } from "./names.js";

const maxAnnotationBytes = 256 * 1024;
const path = field.newPath("metadata");

type ValidateName = (name: string, isPrefix: boolean) => readonly string[];
export const validatePathSegmentName: ValidateName = (name, isPrefix) => (isPrefix ? prefixProblems(name) : pathSegmentProblems(name));

/** Go's ValidateObjectMeta: what every object's metadata must be, whatever its kind. */
export function validateMetadata(metadata: ObjectMeta, isNamespaced: boolean, validateName: ValidateName): ErrorList {
  return [
    ...names(metadata, validateName),
    ...namespace(metadata.namespace ?? "", isNamespaced),
    ...((metadata.generation ?? 0) < 0
      ? [field.invalid(path.child("generation"), metadata.generation, "must be greater than or equal to 0")]
      : []),
    ...labels(metadata.labels ?? {}),
    ...annotations(metadata.annotations ?? {}),
    ...ownerReferences(metadata.ownerReferences ?? []),
    ...finalizers(metadata.finalizers ?? []),
  ];
}

function names({ name = "", generateName = "" }: ObjectMeta, validateName: ValidateName): FieldError[] {
  const errors = generateName === "" ? [] : problems(path.child("generateName"), generateName, validateName(generateName, true));
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
  return sorted(values).flatMap(([key, value]) => [...problems(at, key, validation.isLabelKey(key)), ...problems(at, value, validation.isLabelValue(value))]);
}

function annotations(values: Readonly<Record<string, string>>): FieldError[] {
  const at = path.child("annotations");
  // Keys are qualified names whatever their case, and so they are checked in small letters.
  const errors = sorted(values).flatMap(([key]) => problems(at, key, validation.isLabelKey(key.toLowerCase())));
  const bytes = sorted(values).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return bytes > maxAnnotationBytes ? [...errors, field.tooLong(at, maxAnnotationBytes)] : errors;
}

function ownerReferences(references: readonly OwnerReference[]): FieldError[] {
  const at = path.child("ownerReferences");
  const errors = references.flatMap((reference, index) => ownerReference(reference, at.index(index)));
  const controllers = references.filter(({ controller }) => controller === true);
  const [first, second] = controllers;
  if (first === undefined || second === undefined) return errors;
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  return [...errors, field.invalid(at, references, detail)];
}

function ownerReference(reference: OwnerReference, at: field.Path): FieldError[] {
  const { apiVersion, kind, name, uid } = reference;
  const errors: FieldError[] = [];
  if (apiVersion === "") errors.push(field.required(at.child("apiVersion"), "must not be empty"));
  else if (!isGroupVersion(apiVersion)) errors.push(field.invalid(at.child("apiVersion"), apiVersion, "must be <group>/<version> or <version>"));
  for (const [key, value] of Object.entries({ kind, name, uid })) {
    if (value === "") errors.push(field.required(at.child(key), "must not be empty"));
  }
  if (apiVersion === "v1" && kind === "Event") errors.push(field.invalid(at, reference, "/v1, Kind=Event is disallowed from being an owner"));
  return errors;
}

function finalizers(values: readonly string[]): FieldError[] {
  const at = path.child("finalizers");
  const errors = values.flatMap((value) => problems(at, value, validation.isLabelKey(value)));
  if (!values.includes("orphan") || !values.includes("foregroundDeletion")) return errors;
  return [...errors, field.invalid(at, values, "finalizer orphan and foregroundDeletion cannot be both set")];
}

/** Go's ValidateObjectMetaUpdate, behind which a store compares its own fields. */
export function validateMetadataUpdate(metadata: ObjectMeta, old: Readonly<ObjectMeta>): ErrorList {
  const errors: FieldError[] = [...finalizersWhileDeleting(metadata, old)];
  for (const key of ["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"] as const) {
    if (metadata[key] !== old[key]) errors.push(field.invalid(path.child(key), metadata[key] ?? null, "field is immutable"));
  }
  return errors;
}

function finalizersWhileDeleting(metadata: ObjectMeta, old: Readonly<ObjectMeta>): FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const before = new Set(old.finalizers);
  const added = (metadata.finalizers ?? []).filter((finalizer) => !before.has(finalizer));
  if (added.length === 0) return [];
  const list = `[]string{${added.map(goQuote).join(", ")}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
  return [field.forbidden(path.child("finalizers"), detail)];
}

function problems(at: field.Path, value: string, texts: readonly string[]): FieldError[] {
  return texts.map((text) => field.invalid(at, value, text));
}

function sorted(values: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

function isGroupVersion(text: string): boolean {
  try {
    parseGroupVersion(text);
    return true;
  } catch {
    return false;
  }
}
