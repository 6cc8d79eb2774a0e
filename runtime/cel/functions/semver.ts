import { goQuote } from "../../util/go-quote.js";
import { OpaqueValue, type EvaluationError } from "../values/value.js";
import { struct } from "../types/type.js";
import { parsedBy, succeeds } from "../values/attempt.js";
import { comparisonsOf, type Functions } from "./declaration.js";

/** The parts of a semantic version. The numbers are unsigned integers of 64 bits. */
interface Version {
  readonly core: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly prerelease: readonly (bigint | string)[];
  readonly build: readonly string[];
}

class SemverValue extends OpaqueValue {
  readonly type = semverType;
  readonly version: Version;

  constructor(version: Version) {
    super();
    this.version = version;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof SemverValue && compareVersions(this, other) === 0n;
  }

  override toString(): string {
    const { core, prerelease, build } = this.version;
    const suffix = (sign: string, parts: readonly unknown[]): string =>
      parts.length === 0 ? "" : sign + parts.join(".");
    return core.join(".") + suffix("-", prerelease) + suffix("+", build);
  }
}

const semverType = struct("kubernetes.Semver");

/** The functions of semantic versions. */
export const semverFunctions: Functions = {
  ...comparisonsOf("semver", "kubernetes.Semver", compareVersions),
  "is_semver_string = isSemver(string): bool": (text: string) => succeeds(() => parse(text)),
  "is_semver_string_bool = isSemver(string, bool): bool": (text: string, normalizes: boolean) =>
    semverOf(text, normalizes) instanceof SemverValue,
  // As in Go, a number that does not fit into an int becomes negative.
  "semver_major = (kubernetes.Semver).major(): int": ({ version }: SemverValue) => BigInt.asIntN(64, version.core[0]),
  "semver_minor = (kubernetes.Semver).minor(): int": ({ version }: SemverValue) => BigInt.asIntN(64, version.core[1]),
  "semver_patch = (kubernetes.Semver).patch(): int": ({ version }: SemverValue) => BigInt.asIntN(64, version.core[2]),
  "string_to_semver = semver(string): kubernetes.Semver": semverOf,
  "string_bool_to_semver = semver(string, bool): kubernetes.Semver": semverOf,
};

/**
 * Parses a semantic version. Returns an error for an invalid version.
 *
 * @param normalizes true to allow a `v` and zeros at the start, and to add missing numbers as zero
 */
function semverOf(text: string, normalizes = false): SemverValue | EvaluationError {
  return parsedBy(() => new SemverValue(parse(normalizes ? normalized(text) : text)));
}

function normalized(text: string): string {
  const parts = splitFirst(text.startsWith("v") ? text.slice(1) : text).map(withoutZeros);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? ""))
    throw new Error("short version cannot contain PreRelease/Build meta data");
  return [...parts, "0", "0"].slice(0, 3).join(".");
}

/**
 * Removes zeros at the start of a number, and adds a zero to a part that does not start with a
 * digit. A part of at most one ASCII character is not changed.
 */
function withoutZeros(part: string): string {
  if (/^[\0-\x7f]?$/.test(part)) return part;
  return part.replace(/^0+(?=[0-9])/, "").replace(/^(?![0-9])/, "0");
}

/** Splits a string at its first two dots. */
function splitFirst(text: string): readonly string[] {
  const [major = "", minor, ...rest] = text.split(".");
  if (minor === undefined) return [major];
  return rest.length === 0 ? [major, minor] : [major, minor, rest.join(".")];
}

/**
 * Parses a semantic version.
 *
 * @throws Error with the message of Go's library github.com/blang/semver
 */
function parse(text: string): Version {
  if (text === "") throw new Error("Version string empty");
  const [major = "", minor = "", rest] = splitFirst(text);
  if (rest === undefined) throw new Error("No Major.Minor.Patch elements found");
  const [, patch = "", prerelease, build] = /^([^+-]*)(?:-([^+]*))?(?:\+([^]*))?$/.exec(rest) ?? [];
  return {
    core: [numberOf(major, "Major", "major"), numberOf(minor, "Minor", "minor"), numberOf(patch, "Patch", "patch")],
    prerelease: prerelease?.split(".").map(prereleaseOf) ?? [],
    build: build?.split(".").map(buildOf) ?? [],
  };
}

function numberOf(text: string, name: string, lowerName: string): bigint {
  if (!/^[0-9]*$/.test(text)) throw new Error(`Invalid character(s) found in ${lowerName} number ${goQuote(text)}`);
  if (hasLeadingZeros(text)) throw new Error(`${name} number must not contain leading zeroes ${goQuote(text)}`);
  return uint64(text);
}

function hasLeadingZeros(digits: string): boolean {
  return digits.length > 1 && digits.startsWith("0");
}

const outOfRange = 2n ** 64n;

function uint64(digits: string): bigint {
  const value = BigInt(digits);
  const problem = digits === "" ? "invalid syntax" : value >= outOfRange ? "value out of range" : "";
  if (problem !== "") throw new Error(`strconv.ParseUint: parsing ${goQuote(digits)}: ${problem}`);
  return value;
}

function prereleaseOf(text: string): bigint | string {
  if (text === "") throw new Error("Prerelease is empty");
  if (/[^0-9A-Za-z-]/.test(text)) throw new Error(`Invalid character(s) found in prerelease ${goQuote(text)}`);
  if (/[^0-9]/.test(text)) return text;
  if (hasLeadingZeros(text))
    throw new Error(`Numeric PreRelease version must not contain leading zeroes ${goQuote(text)}`);
  return uint64(text);
}

function buildOf(text: string): string {
  if (text === "") throw new Error("Build meta data is empty");
  if (/[^0-9A-Za-z-]/.test(text)) throw new Error(`Invalid character(s) found in build meta data ${goQuote(text)}`);
  return text;
}

function compareVersions({ version: a }: SemverValue, { version: b }: SemverValue): -1n | 0n | 1n {
  for (const [index, number] of a.core.entries()) {
    const other = b.core[index] ?? 0n;
    if (number !== other) return number < other ? -1n : 1n;
  }
  const [left, right] = [a.prerelease, b.prerelease];
  if (left.length === 0 || right.length === 0) return order(left.length === 0 ? 1 : 0, right.length === 0 ? 1 : 0);
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1n;
    if (part !== other) return isBefore(part, other) ? -1n : 1n;
  }
  return order(left.length, right.length);
}

/**
 * Reports whether a pre-release identifier comes before another one. Numbers come before strings.
 */
function isBefore(a: bigint | string, b: bigint | string): boolean {
  return typeof a === typeof b ? a < b : typeof a === "bigint";
}

function order(a: number, b: number): -1n | 0n | 1n {
  return a === b ? 0n : a < b ? -1n : 1n;
}
