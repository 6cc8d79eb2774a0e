import { invalid, tooLong, withOrigin } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isCIdentifier } from "../names/identifiers.js";
import { isLabelKey, isLabelValue } from "../names/label.js";
import {
  caselessLongNameProblems,
  extendedResourceNameProblems,
  longNameProblems,
  pathSegmentProblems,
  prefixedLabelKeyProblems,
  shortNameProblems,
  uuidProblems,
} from "../names/content.js";
import { hasMoreBytes } from "../util/text-length.js";

/**
 * Function that checks a format: adds an error for each problem of a string that does not have the
 * format.
 */
export type Format = (fldPath: Path | undefined, value: string, errors: FieldError[]) => void;

const problems: Readonly<Record<string, (value: string) => readonly string[]>> = {
  "k8s-short-name": shortNameProblems,
  "k8s-long-name": longNameProblems,
  "k8s-long-name-caseless": caselessLongNameProblems,
  "k8s-label-key": isLabelKey,
  "k8s-prefixed-label-key": prefixedLabelKeyProblems,
  "k8s-label-value": isLabelValue,
  "k8s-path-segment-name": pathSegmentProblems,
  "k8s-uuid": uuidProblems,
  "k8s-extended-resource-name": extendedResourceNameProblems,
};

/** The formats of Kubernetes' validation, by the value of the marker `+k8s:format`. */
export const formats: Readonly<Record<string, Format | undefined>> = {
  ...Object.fromEntries(Object.entries(problems).map(([name, problemsOf]) => [name, formatOf(name, problemsOf)])),
  "k8s-resource-pool-name": resourcePoolName,
  "k8s-resource-fully-qualified-name": resourceFullyQualifiedName,
};

/**
 * Reports whether a string has a format of Kubernetes' validation. Returns undefined for an unknown
 * format.
 */
export function hasFormat(format: string, value: string): boolean | undefined {
  const errors: FieldError[] = [];
  formats[format]?.(undefined, value, errors);
  return formats[format] === undefined ? undefined : errors.length === 0;
}

/**
 * Adds errors for a string unless it consists of one or more long names joined by `/`, and has at
 * most 253 bytes.
 */
function resourcePoolName(fldPath: Path | undefined, value: string, errors: FieldError[]): void {
  const add = (error: FieldError) => errors.push(withOrigin(error, "format=k8s-resource-pool-name"));
  if (hasMoreBytes(value, 253)) add(tooLong(fldPath, 253));
  value.split("/").forEach((part, at) => {
    const segment = `segment ${at}: `;
    if (part === "") add(invalid(fldPath, value, `${segment}must not be empty`));
    else for (const problem of longNameProblems(part)) add(invalid(fldPath, part, segment + problem));
  });
}

/**
 * Adds errors for a string unless it consists of a domain of up to 63 bytes and a C identifier of
 * up to 32 bytes, joined by `/`.
 */
function resourceFullyQualifiedName(fldPath: Path | undefined, value: string, errors: FieldError[]): void {
  const add = (error: FieldError) => errors.push(withOrigin(error, "format=k8s-resource-fully-qualified-name"));
  const [first = "", second, ...others] = value.split("/");
  // As in Kubernetes, a string with several slashes is accepted without further checks.
  if (others.length === 0) {
    if (second === undefined) addIdentifierErrors(fldPath, first, add);
    else {
      addDomainErrors(fldPath, first, add);
      if (second === "") add(invalid(fldPath, "", "name must not be empty"));
      else addIdentifierErrors(fldPath, second, add);
    }
  }
  if (second === undefined)
    add(invalid(fldPath, value, "a fully qualified name must be a domain and a name separated by a slash"));
}

function addDomainErrors(fldPath: Path | undefined, domain: string, add: (error: FieldError) => void): void {
  if (domain === "") {
    add(invalid(fldPath, "", "prefix must not be empty"));
    return;
  }
  if (hasMoreBytes(domain, 63)) add(tooLong(fldPath, 63));
  for (const problem of longNameProblems(domain)) add(invalid(fldPath, domain, `prefix: ${problem}`));
}

function addIdentifierErrors(fldPath: Path | undefined, name: string, add: (error: FieldError) => void): void {
  if (hasMoreBytes(name, 32)) add(tooLong(fldPath, 32));
  for (const problem of isCIdentifier(name)) add(invalid(fldPath, name, problem));
}

function formatOf(name: string, problemsOf: (value: string) => readonly string[]): Format {
  return (fldPath, value, errors) => {
    for (const problem of problemsOf(value))
      errors.push(withOrigin(invalid(fldPath, value, problem), `format=${name}`));
  };
}
