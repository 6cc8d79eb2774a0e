/**
 * The exports that generated code imports. They never change, because code from an older codegen
 * must run with a newer runtime of the same major version. Incompatible changes are made in a new
 * file `v2.ts` beside this file.
 */
export type { ConversionScope } from "../scheme/conversion-scope.js";
export { convertEmbedded } from "../scheme/convert-embedded.js";
export { dropUnknown, keepUnknown } from "../scheme/unknown-fields.js";
export { preserveLost, restoreLost } from "../preserve/preserve.js";
export type { NamedValueSchema, ObjectSchema, Schema, TypeSchema, UnionSchema } from "../schema/schema.js";
export type { ErrorList, FieldError, Path as FieldPath } from "../field/index.js";
export type { Operation } from "../operation/operation.js";
export { validator } from "../validator/validator.js";
export type { CustomRule, CustomRules, Validate } from "../validator/validator.js";
export { deepCopyJSON, mapValues } from "../json/values.js";
export type { GroupKind, GroupResource, GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
export type { Scheme } from "../scheme/scheme.js";
export type { AnyKindDefinition, KindDefinition, Lifecycle } from "../scheme/kind-definition.js";
export type { PrintColumn, Subresources } from "../scheme/print-columns.js";
export type { Docs, OpenAPIDefinitions, OpenAPIModuleLoader, ReferenceCallback } from "../openapi/definition.js";
export type * from "../values/types.js";
export type { Embedded } from "../meta/v1/types.js";
export * from "../meta/v1/zz_generated.deepcopy.js";
export * from "../meta/v1/zz_generated.schema.js";
