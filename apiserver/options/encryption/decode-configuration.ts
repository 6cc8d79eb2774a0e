import {
  providerNames,
  type EncryptionConfiguration,
  type EncryptionKey,
  type KeyList,
  type ProviderConfiguration,
  type ProviderName,
} from "./configuration.js";
import { printFieldPath, type FieldPath } from "./positioned-document.js";

/** Reports a problem in a field of the configuration. */
export type ReportProblem = (path: FieldPath, message: string) => void;

type Fields = Readonly<Record<string, unknown>>;

const version = "apiserver.config.k8s.io/v1";

/**
 * Decodes an EncryptionConfiguration strictly: unknown fields and values of a wrong type are
 * reported. Missing fields are empty.
 */
export function decodeConfiguration(value: unknown, report: ReportProblem): EncryptionConfiguration {
  const root = fieldsOf(value, [], ["apiVersion", "kind", "resources"], report);
  const [apiVersion, kind] = [textOf(root, "apiVersion", [], report), textOf(root, "kind", [], report)];
  // Older documentation of Kubernetes uses this kind, which Go still accepts.
  const isLegacy = kind === "EncryptionConfig" && apiVersion === "v1";
  if (!isLegacy && (kind !== "EncryptionConfiguration" || apiVersion !== version))
    report(
      kind === "EncryptionConfiguration" ? ["apiVersion"] : ["kind"],
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}, expected EncryptionConfiguration of ${version}`,
    );
  return {
    resources: listOf(root, "resources", [], report).map((item, index) => {
      const path = ["resources", index];
      const fields = fieldsOf(item, path, ["resources", "providers"], report);
      return {
        resources: listOf(fields, "resources", path, report).map((name, at) =>
          text(name, [...path, "resources", at], report),
        ),
        providers: listOf(fields, "providers", path, report).map((provider, at) =>
          decodeProvider(provider, [...path, "providers", at], report),
        ),
      };
    }),
  };
}

function decodeProvider(value: unknown, path: FieldPath, report: ReportProblem): ProviderConfiguration {
  const fields = fieldsOf(value, path, providerNames, report);
  const decoded: Partial<Record<ProviderName, KeyList | object>> = {};
  for (const name of providerNames) {
    const given = fields[name];
    if (given === undefined || given === null) continue;
    if (name === "kms") decoded.kms = {};
    else if (name === "identity") decoded.identity = fieldsOf(given, [...path, name], [], report);
    else decoded[name] = decodeKeys(given, [...path, name], report);
  }
  // The cast is safe, because the loop gives each property a value of its own type.
  return decoded as ProviderConfiguration;
}

function decodeKeys(value: unknown, path: FieldPath, report: ReportProblem): KeyList {
  const fields = fieldsOf(value, path, ["keys"], report);
  const keys = listOf(fields, "keys", path, report).map((item, index): EncryptionKey => {
    const at = [...path, "keys", index];
    const key = fieldsOf(item, at, ["name", "secret"], report);
    return { name: textOf(key, "name", at, report), secret: textOf(key, "secret", at, report) };
  });
  return { keys };
}

/** Returns the fields of a mapping. Reports unknown fields, and a value that is not a mapping. */
function fieldsOf(value: unknown, path: FieldPath, known: readonly string[], report: ReportProblem): Fields {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    report(path, `${path.length === 0 ? "the document" : printFieldPath(path)} must be a mapping`);
    return {};
  }
  for (const name of Object.keys(value))
    if (!known.includes(name)) report([...path, name], `unknown field "${printFieldPath([...path, name])}"`);
  return value as Fields;
}

function listOf(fields: Fields, name: string, path: FieldPath, report: ReportProblem): readonly unknown[] {
  const value = fields[name];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  report([...path, name], `${printFieldPath([...path, name])} must be a list`);
  return [];
}

function textOf(fields: Fields, name: string, path: FieldPath, report: ReportProblem): string {
  return text(fields[name] ?? "", [...path, name], report);
}

function text(value: unknown, path: FieldPath, report: ReportProblem): string {
  if (typeof value === "string") return value;
  report(path, `${printFieldPath(path)} must be a string`);
  return "";
}
