import { field, type DecodeMode, type FieldError } from "@apimachinery/runtime";
import { newInvalid } from "../errors/index.js";

/** Options of a create, an update or a patch. */
export interface WriteRequestOptions {
  readonly isDryRun: boolean;
  readonly mode: DecodeMode;
  /**
   * Name of the client for managedFields, from the query; empty if the query does not contain it.
   */
  readonly fieldManager: string;
}

const modes: Readonly<Record<string, DecodeMode>> = { "": "warn", Ignore: "ignore", Warn: "warn", Strict: "strict" };
const maxManagerBytes = 128;
/** Options of a request without query parameters, which most requests are. */
const defaults: WriteRequestOptions = { isDryRun: false, mode: "warn", fieldManager: "" };

/**
 * Reads the options of a write from the query.
 * @param kind kind of the options for error messages, such as `CreateOptions`
 * @param errors errors that are reported before those of the options
 * @throws StatusError 422 for invalid options, or if `errors` is not empty
 */
export function writeOptions(
  query: URLSearchParams,
  kind: string,
  errors: readonly FieldError[] = [],
): WriteRequestOptions {
  if (query.size === 0 && errors.length === 0) return defaults;
  const validation = query.get("fieldValidation") ?? "";
  const mode = Object.hasOwn(modes, validation) ? modes[validation] : undefined;
  const fieldManager = query.get("fieldManager") ?? "";
  const all = [...errors, ...managerErrors(fieldManager), ...dryRunErrors(query.getAll("dryRun"))];
  if (mode === undefined)
    all.push(field.notSupported(field.newPath("fieldValidation"), validation, ["", "Ignore", "Strict", "Warn"]));
  if (all.length > 0 || mode === undefined) throw invalidOptions(kind, all);
  return { isDryRun: query.has("dryRun"), mode, fieldManager };
}

/** Options of a server-side apply. */
export interface ApplyRequestOptions extends WriteRequestOptions {
  /** True to overwrite fields that other managers own with other values. */
  readonly force: boolean;
}

/**
 * Reads the options of a server-side apply from the query.
 * @throws StatusError 422 for invalid options, or if `fieldManager` is missing
 */
export function applyOptions(query: URLSearchParams): ApplyRequestOptions {
  const isNamed = (query.get("fieldManager") ?? "") !== "";
  const missing = isNamed ? [] : [field.required(field.newPath("fieldManager"), "is required for apply patch")];
  const force = query.get("force")?.toLowerCase() ?? "false";
  return { ...writeOptions(query, "PatchOptions", missing), force: force !== "false" && force !== "0" };
}

/**
 * Reads the options of a patch from the query.
 * @throws StatusError 422 for invalid options, or for the option `force`, which is valid only for a
 *   server-side apply
 */
export function patchOptions(query: URLSearchParams): WriteRequestOptions {
  const forced = query.has("force")
    ? [field.forbidden(field.newPath("force"), "may not be specified for non-apply patch")]
    : [];
  return writeOptions(query, "PatchOptions", forced);
}

export function invalidOptions(kind: string, errors: readonly FieldError[]): Error {
  return newInvalid({ group: "meta.k8s.io", name: kind }, "", errors);
}

export function dryRunErrors(values: readonly string[]): FieldError[] {
  if (values.every((value) => value === "All")) return [];
  return [field.notSupported(field.newPath("dryRun"), values, ["All"])];
}

/**
 * Matches characters for which Go's unicode.IsPrint returns false, such as control characters and
 * all blanks except U+0020.
 */
const notPrintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

function managerErrors(manager: string): FieldError[] {
  const at = field.newPath("fieldManager");
  // Each invalid character causes an error that contains the whole name, so the errors of a long
  // name could have megabytes. A long name therefore causes only one error.
  if (Buffer.byteLength(manager) > maxManagerBytes) return [field.tooLong(at, maxManagerBytes)];
  return [...manager.matchAll(notPrintable)].map(({ 0: character, index }) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return field.invalid(
      at,
      manager,
      `invalid character U+${code} (at position ${Buffer.byteLength(manager.slice(0, index))})`,
    );
  });
}
