import { invalid, tooLong, withOrigin } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isCIdentifier } from "../validation/identifiers.js";
import { isLabelKey, isLabelValue } from "../validation/label.js";
import {
  caselessLongNameProblems,
  extendedResourceNameProblems,
  longNameProblems,
  pathSegmentProblems,
  prefixedLabelKeyProblems,
  shortNameProblems,
  uuidProblems,
} from "../validation/content.js";
import { hasMoreBytes } from "../util/text-length.js";

/** Adds an error for each problem found in a text that does not have the format. */
export type Format = (fldPath: Path | undefined, value: string, errors: FieldError[]) => void;

export const shortName = formatOf("k8s-short-name", shortNameProblems);
export const longName = formatOf("k8s-long-name", longNameProblems);
export const longNameCaseless = formatOf("k8s-long-name-caseless", caselessLongNameProblems);
export const labelKey = formatOf("k8s-label-key", isLabelKey);
export const prefixedLabelKey = formatOf("k8s-prefixed-label-key", prefixedLabelKeyProblems);
export const labelValue = formatOf("k8s-label-value", isLabelValue);
export const pathSegmentName = formatOf("k8s-path-segment-name", pathSegmentProblems);
export const uuid = formatOf("k8s-uuid", uuidProblems);
export const extendedResourceName = formatOf("k8s-extended-resource-name", extendedResourceNameProblems);

/** Adds errors for a text unless it consists of one or more long names joined by `/`. */
export function resourcePoolName(fldPath: Path | undefined, value: string, errors: FieldError[]): void {
  const add = (error: FieldError) => errors.push(withOrigin(error, "format=k8s-resource-pool-name"));
  if (hasMoreBytes(value, 253)) add(tooLong(fldPath, 253));
  value.split("/").forEach((part, at) => {
    const segment = `segment ${at}: `;
    if (part === "") add(invalid(fldPath, value, `${segment}must not be empty`));
    else for (const problem of longNameProblems(part)) add(invalid(fldPath, part, segment + problem));
  });
}

/** Adds errors for a text unless it consists of a domain and a C identifier joined by `/`. */
export function resourceFullyQualifiedName(fldPath: Path | undefined, value: string, errors: FieldError[]): void {
  const add = (error: FieldError) => errors.push(withOrigin(error, "format=k8s-resource-fully-qualified-name"));
  const [first = "", second, ...others] = value.split("/");
  // Kubernetes does not check the parts of a text with several slashes.
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
