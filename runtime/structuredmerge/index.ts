/**
 * The field sets, typed values and merge algorithm of server-side apply. The results are the same
 * as those of the Go library sigs.k8s.io/structured-merge-diff v6.
 */
export { comparePathElements, type KeyField, type PathElement } from "./fieldpath/path-element.js";
export { comparePaths, makePath, pathToString, type Path, type PathPart } from "./fieldpath/path.js";
export { serializePathElement } from "./fieldpath/serialize-path-element.js";
export { deserializePathElement } from "./fieldpath/deserialize-path-element.js";
export { PathElementSet } from "./fieldpath/path-element-set.js";
export { FieldSet } from "./fieldpath/field-set.js";
export { anyPathElement, prefixMatcher, type SetMatcher } from "./fieldpath/set-matcher.js";
export { excludeSetFilter, includeMatcherFilter, type Filter } from "./fieldpath/filters.js";
export {
  managedFieldsDifference,
  managedFieldsEqual,
  type ManagedFields,
  type VersionedSet,
} from "./fieldpath/managed-fields.js";
export { deducedParseableType, Parser } from "./typed/parser.js";
export type { ParseableType, ValidationOptions } from "./typed/parseable-type.js";
export { TypedValue } from "./typed/typed-value.js";
export { Comparison } from "./typed/comparison.js";
export { ValidationErrors, type ValidationError } from "./typed/validation-errors.js";
export { reconcileFieldSetWithSchema } from "./typed/reconcile.js";
export type { Converter } from "./merge/converter.js";
export { Conflicts, type Conflict } from "./merge/conflicts.js";
export { Updater, type Applied, type Updated, type UpdaterOptions } from "./merge/updater.js";
