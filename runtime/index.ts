export type * from "./values/types.js";
export type * from "./meta/v1/types.js";
export type * from "./meta/v1/options.js";
export type * from "./meta/v1/status.js";
export type * from "./meta/v1/discovery.js";
export type * from "./meta/v1/table.js";
export type * from "./schema/schema.js";
export { shapeOf } from "./schema/schema.js";
export type * from "./meta/v1/group-version.js";
export type { ConversionScope } from "./scheme/conversion-scope.js";
export {
  APIVersionInternal,
  groupVersionKindString,
  groupVersionString,
  parseGroupVersion,
  withKind,
} from "./meta/group-version.js";
export { Scheme } from "./scheme/scheme.js";
export { MissingKindError, MissingVersionError, NotRegisteredError } from "./scheme/errors.js";
export type { AnyKindDefinition, KindDefinition, Lifecycle } from "./scheme/kind-definition.js";
export type { KnownType } from "./scheme/known-types.js";
export type { RuntimeObject } from "./scheme/runtime-object.js";
export type { ConversionFunc } from "./scheme/conversion-table.js";
export type { GroupVersioner } from "./scheme/group-versioner.js";
export type { FieldLabel, FieldLabelConversionFunc } from "./scheme/field-labels.js";
export { zeroOf } from "./decode/zero.js";
export * as field from "./field/index.js";
export type { ErrorList, FieldError, Path as FieldPath } from "./field/index.js";
export type { Operation, OperationRequest } from "./operation/operation.js";
export { RequestValidation } from "./scheme/request-validation.js";
export { isImplied, leavesOut, markImplied, setLeftOut, type LeftOut } from "./operation/left-out.js";
export { leftOutOf } from "./decode/left-out.js";
export { withoutAddedZeros } from "./decode/added-zeros.js";
export { hasOptionalZeros } from "./decode/optional-zeros.js";
export { parseExactJSON } from "./json/exact-json.js";
export { NumberLiteral } from "./json/number-literal.js";
export { readJSON } from "./json/read-json.js";
export { stringifyJSON } from "./json/write-json.js";
export { syntaxErrorText } from "./json/syntax-error.js";
export { wellFormedJSON } from "./json/well-formed.js";
export { goQuote } from "./util/go-quote.js";
export { shortened } from "./util/shortened.js";
export { decodeFrom, decodeJSON, decodeParsed, decodeValue } from "./decode/decode.js";
export type { DecodeMode, Decoded, LargeIntegers, ValueSource } from "./decode/decode.js";
export { LargeNumberError, StrictDecodingError, UnmarshalError } from "./json/errors.js";
export { jsonBody, valueBody, type Body, type BodyCodec, type CodecKinds } from "./codec/body.js";
export { CodecFactory, HubConversionError } from "./codec/codec-factory.js";
export { encodeObject, objectValue, withKindFirst } from "./codec/encode.js";
export { interpretKind, kindWithDefaults } from "./codec/sniff.js";
export type { DecodeOptions, DecodedObject, Decoder, Encoder } from "./codec/codec-factory.js";
export * from "./quantity/index.js";
export { canonicalMicroTime, canonicalTime, compareTimes, dateOf, microTimeOf, timeOf } from "./values/time.js";
export {
  canonicalDuration,
  durationOfMilliseconds,
  durationToMilliseconds,
  formatDuration,
  parseDuration,
} from "./values/duration.js";
export {
  canonicalIntOrString,
  getScaledValueFromIntOrPercent,
  intValueOf,
  parseIntOrString,
} from "./values/int-or-string.js";
export { parseGroupKind, parseGroupResource, parseKindArg, parseResourceArg } from "./meta/resource-args.js";
export { bytesOfText, canonicalBytes, decodeBytes, encodeBytes } from "./values/bytes.js";
export { compareKubeAwareVersionStrings } from "./meta/version.js";
export {
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from "./meta/conditions.js";
export type { ConditionToSet } from "./meta/conditions.js";
export { validateConditions } from "./meta/validate-conditions.js";
export * as fields from "./fields/selector.js";
export * as labels from "./labels/index.js";
export { labelSelectorAsSelector } from "./labels/label-selector.js";
export * as validation from "./names/index.js";
export { StrategicMergePatchError, strategicMergePatch } from "./strategicpatch/index.js";
export type { PatchFault } from "./strategicpatch/index.js";
export { type GoKind, goKindOf, goPrint } from "./json/go-print.js";
export type * from "./openapi/definition.js";
export { findByPath } from "./json/json-path.js";
export type { JSONPath, JSONPathCondition, JSONPathStep } from "./json/json-path.js";
export type { PrintColumn, ScalePaths, Subresources } from "./scheme/print-columns.js";
export { withAnnotations } from "./meta/annotations.js";
export { sortedJSONText } from "./json/sorted-json.js";
export { changedMap, defined, jsonText, type Loose, mapValues, orDefault } from "./json/values.js";
