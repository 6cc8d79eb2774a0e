import type { EncryptionConfiguration, KeyList, ProviderConfiguration } from "./configuration.js";
import { printFieldPath, type FieldPath } from "./positioned-document.js";
import { validateResources, type ReportError } from "./validate-resources.js";

const aesSizes = [16, 24, 32];
const secretboxSizes = [32];

/** Checks a decoded configuration, with Kubernetes' messages. */
export function validateConfiguration({ resources }: EncryptionConfiguration, report: ReportError): void {
  const required = (path: FieldPath, what: string) => {
    report(path, "FieldValueRequired", "", `at least one ${what} is required`);
  };
  if (resources.length === 0) required(["resources"], "resources");
  for (const [index, { resources: names, providers }] of resources.entries()) {
    const [namesPath, providersPath] = [
      ["resources", index, "resources"],
      ["resources", index, "providers"],
    ];
    if (names.length === 0) required(namesPath, printFieldPath(namesPath));
    validateResources(names, namesPath, report);
    if (providers.length === 0) required(providersPath, printFieldPath(providersPath));
    for (const [at, provider] of providers.entries()) validateProvider(provider, [...providersPath, at], report);
  }
}

function validateProvider(provider: ProviderConfiguration, path: FieldPath, report: ReportError): void {
  const names = Object.keys(provider);
  if (names.length === 0)
    report(
      path,
      "FieldValueInvalid",
      names,
      "provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity",
    );
  if (names.length > 1)
    report(
      path,
      "FieldValueInvalid",
      names,
      "more than one provider specified in a single element, should split into different list elements",
    );
  const { aesgcm, aescbc, secretbox, kms } = provider;
  if (kms !== undefined)
    report(
      [...path, "kms"],
      "FieldValueForbidden",
      "",
      "this server has no KMS provider; use secretbox, aesgcm or aescbc",
    );
  if (aesgcm !== undefined) validateKeys(aesgcm, [...path, "aesgcm", "keys"], aesSizes, report);
  if (aescbc !== undefined) validateKeys(aescbc, [...path, "aescbc", "keys"], aesSizes, report);
  if (secretbox !== undefined) validateKeys(secretbox, [...path, "secretbox", "keys"], secretboxSizes, report);
}

function validateKeys({ keys }: KeyList, path: FieldPath, sizes: readonly number[], report: ReportError): void {
  if (keys.length === 0) report(path, "FieldValueRequired", "", "at least one keys is required");
  for (const [index, { name, secret }] of keys.entries()) {
    const at = [...path, index];
    if (name === "") report([...at, "name"], "FieldValueRequired", "", "name is a mandatory field for a key");
    const problem = secretProblem(secret, sizes);
    if (secret === "") report([...at, "secret"], "FieldValueRequired", "", "secret is a mandatory field for a key");
    else if (problem !== undefined) report([...at, "secret"], "FieldValueInvalid", "REDACTED", problem);
  }
}

function secretProblem(secret: string, sizes: readonly number[]): string | undefined {
  const text = secret.replace(/[\r\n]/g, "");
  // Node's decoder also accepts base64 without padding, and skips invalid characters.
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(text) || text.includes("_"))
    return "secrets must be base64 encoded";
  const { length } = Buffer.from(text, "base64");
  return sizes.includes(length)
    ? undefined
    : `secret is not of the expected length, got ${length}, expected one of [${sizes.join(" ")}]`;
}
