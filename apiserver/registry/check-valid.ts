import { field, isImplied, type ErrorList, type GroupKind } from "@apimachinery/runtime";
import { newInvalid } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import type { CompleteStrategy } from "./complete-strategy.js";

/**
 * Refuses an object if hand-written functions or the rules of its type report errors. The causes in
 * the StatusError are the errors of `handWritten`, then those of the rules.
 * @param old the stored object; undefined for a create
 * @param handWritten returns the errors of the strategy and of metadata. If `mayTrustTypes` is
 *   false, a value does not have its declared type, so `handWritten` must not call the strategy.
 * @throws StatusError 422 with all errors
 */
export function checkValid(
  strategy: CompleteStrategy,
  kind: GroupKind,
  context: RequestContext,
  object: APIObject,
  old: APIObject | undefined,
  handWritten: (mayTrustTypes: boolean) => ErrorList,
): void {
  const { validation } = context;
  const declarative =
    validation?.hasRules === true
      ? validation.errors(strategy.validationOptions(context, object, old), object, old)
      : [];
  requireNoErrors(kind, object, [...handWritten(!declarative.some(isImplied)), ...declarative]);
}

/**
 * Refuses an object that has errors.
 * @throws StatusError 422 with all errors, without repetitions: two errors are equal if their type,
 *   field and message are equal
 */
export function requireNoErrors({ group, kind }: GroupKind, { metadata }: APIObject, errors: ErrorList): void {
  if (errors.length === 0) return;
  const different = new Map(errors.map((error) => [`${error.type} ${field.errorText(error)}`, error]));
  throw newInvalid({ group, name: kind }, metadata.name ?? "", [...different.values()]);
}
