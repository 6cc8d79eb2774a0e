import { goQuote } from "../go-quote.js";
import type { GroupVersionKind } from "../group-version.js";
import { APIVersionInternal, groupVersionString } from "../group-version-text.js";

/**
 * A scheme was asked for a kind, a type or a version that nobody registered. Made by the functions
 * below, which have Go's texts.
 */
export class NotRegisteredError extends Error {
  override readonly name = "NotRegisteredError";
}

/** Go's NewNotRegisteredErrForKind. */
export function notRegisteredKind(scheme: string, gvk: GroupVersionKind): NotRegisteredError {
  const inScheme = `in scheme ${goQuote(scheme)}`;
  const version = goQuote(groupVersionString(gvk));
  const kind = goQuote(gvk.kind);
  if (gvk.kind === "") return new NotRegisteredError(`no version ${version} has been registered ${inScheme}`);
  if (gvk.version === APIVersionInternal) {
    return new NotRegisteredError(
      `no kind ${kind} is registered for the internal version of group ${goQuote(gvk.group)} ${inScheme}`,
    );
  }
  return new NotRegisteredError(`no kind ${kind} is registered for version ${version} ${inScheme}`);
}

/** Go's NewNotRegisteredErrForType. */
export function notRegisteredType(scheme: string, type: string): NotRegisteredError {
  return new NotRegisteredError(`no kind is registered for the type ${type} in scheme ${goQuote(scheme)}`);
}

/** Go's NewNotRegisteredErrForTarget. */
export function notSuitableForTarget(scheme: string, type: string, target: string): NotRegisteredError {
  return new NotRegisteredError(
    `${type} is not suitable for converting to ${goQuote(target)} in scheme ${goQuote(scheme)}`,
  );
}

/** An object says no kind, and nothing else did. */
export class MissingKindError extends Error {
  override readonly name = "MissingKindError";
  /** @param data the object's text, or words for it */
  constructor(data: string) {
    super(`Object 'Kind' is missing in '${data}'`);
  }
}

/** An object says no apiVersion, and nothing else did. */
export class MissingVersionError extends Error {
  override readonly name = "MissingVersionError";
  /** @param data the object's text, or words for it */
  constructor(data: string) {
    super(`Object 'apiVersion' is missing in '${data}'`);
  }
}
