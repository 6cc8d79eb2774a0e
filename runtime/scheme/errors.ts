import { goQuote } from "../util/go-quote.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { APIVersionInternal, groupVersionString } from "../meta/group-version.js";

/** Error for a kind, type or version that is not registered, with Go's message. */
export class NotRegisteredError extends Error {
  override readonly name = "NotRegisteredError";
}

/** Returns the error that Go's NewNotRegisteredErrForKind returns. */
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

/** Returns the error that Go's NewNotRegisteredErrForType returns. */
export function notRegisteredType(scheme: string, type: string): NotRegisteredError {
  return new NotRegisteredError(`no kind is registered for the type ${type} in scheme ${goQuote(scheme)}`);
}

/** Returns the error that Go's NewNotRegisteredErrForTarget returns. */
export function notSuitableForTarget(scheme: string, type: string, target: string): NotRegisteredError {
  return new NotRegisteredError(
    `${type} is not suitable for converting to ${goQuote(target)} in scheme ${goQuote(scheme)}`,
  );
}

/** Error for an object that has no kind, if no default kind is given. */
export class MissingKindError extends Error {
  override readonly name = "MissingKindError";
  /** @param data the object as a string, or a description */
  constructor(data: string) {
    super(`Object 'Kind' is missing in '${data}'`);
  }
}

/** Error for an object that has no apiVersion, if no default version is given. */
export class MissingVersionError extends Error {
  override readonly name = "MissingVersionError";
  /** @param data the object as a string, or a description */
  constructor(data: string) {
    super(`Object 'apiVersion' is missing in '${data}'`);
  }
}
