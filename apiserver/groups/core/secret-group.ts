import type { GroupDefinition } from "../../server/group-definition.js";
import { supportFieldLabels } from "../field-labels.js";
import { SchemeGroupVersion, type Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";
import type { Strategy } from "../../registry/strategy.js";
import { keyPairProblem } from "./key-pair-problem.js";
import type { Secret } from "./v1/types.js";
import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { ageColumn, stringColumn } from "../columns.js";
import { isDeepStrictEqual } from "node:util";
import { field, syntaxErrorText, validation, type bytes, type ErrorList } from "@apimachinery/runtime";
import { validateMetadata } from "../../registry/validate-metadata.js";
import { unqualifiedFinalizers } from "../finalizer-names.js";
import { immutableErrors } from "../immutable.js";
import { nameIsDNSSubdomain } from "../names.js";

/** Table output of Secrets, with the columns of Kubernetes. */
const secretTable: TableConvertor = {
  columns: [
    nameColumn,
    stringColumn("Type", "Purpose of the data."),
    stringColumn("Data", "Number of values."),
    ageColumn,
  ],
  cells: (object: APIObject) => {
    const { metadata, type = "", data = {} } = object as Secret; // The convertor gets only Secrets.
    return [metadata.name ?? "", type, Object.keys(data).length, ageOf(metadata.creationTimestamp)];
  },
};

/**
 * Strategy of Secrets (Go: pkg/registry/core/secret). The defaults of the type move `stringData` to
 * `data`.
 */
const secretStrategy: Strategy<Secret> = {
  isNamespaced: true,
  allowUnconditionalUpdate: true,
  table: secretTable,
  selectableFields: ({ type = "" }) => ({ type }),
  validateOnUpdate: false,
  validate: (_context, secret) => validateSecret(secret),
  validateUpdate: (_context, secret, old) => validateChangedSecret(secret, old),
  warningsOnCreate: (_context, secret) => warningsOf(secret),
  warningsOnUpdate: (_context, secret) => warningsOf(secret),
};

/** Returns a warning if the key of a TLS Secret does not belong to its certificate. */
function warningsOf({ type, data = {} }: Secret): readonly string[] {
  if (type !== "kubernetes.io/tls") return [];
  const text = (key: string) => Buffer.from(data[key] ?? "", "base64").toString();
  const problem = keyPairProblem(text("tls.crt"), text("tls.key"));
  return problem === undefined ? [] : [problem];
}

/** Maximum total size of the values of a Secret, in bytes. */
const maxSize = 1024 * 1024;

/** Annotation that contains the name of a token's service account. */
const accountName = "kubernetes.io/service-account.name";

type Data = Readonly<Record<string, bytes>>;

const path = field.newPath("data");

/**
 * Functions that check the rules of a type for the data of a Secret, by the type. Other types have
 * no rules of their own.
 */
const rules = new Map<string, (data: Data) => ErrorList>([
  ["kubernetes.io/dockercfg", (data) => validateJSONObject(data, ".dockercfg")],
  ["kubernetes.io/dockerconfigjson", (data) => validateJSONObject(data, ".dockerconfigjson")],
  [
    "kubernetes.io/basic-auth",
    (data) => ("username" in data || "password" in data ? [] : requireKeys(data, "username", "password")),
  ],
  ["kubernetes.io/ssh-auth", ({ "ssh-privatekey": key = "" }) => (key === "" ? requireKeys({}, "ssh-privatekey") : [])],
  ["kubernetes.io/tls", (data) => requireKeys(data, "tls.crt", "tls.key")],
]);

/** Returns the errors of a new or changed Secret (Go: ValidateSecret). */
function validateSecret({ metadata, type = "", data = {} }: Secret): ErrorList {
  const size = Object.values(data).reduce((sum, value) => sum + Buffer.byteLength(value, "base64"), 0);
  const isToken = type === "kubernetes.io/service-account-token";
  return [
    ...validateMetadata(metadata, true, nameIsDNSSubdomain),
    ...unqualifiedFinalizers(metadata),
    ...Object.keys(data).flatMap((key) =>
      validation.isConfigMapKey(key).map((why) => field.invalid(path.key(key), key, why)),
    ),
    ...(size > maxSize ? [field.tooLong(path, maxSize)] : []),
    ...(isToken && (metadata.annotations?.[accountName] ?? "") === ""
      ? [field.required(field.newPath("metadata", "annotations").key(accountName), "")]
      : []),
    ...(rules.get(type)?.(data) ?? []),
  ];
}

/** Returns the errors of a changed Secret (Go: ValidateSecretUpdate). */
function validateChangedSecret(secret: Secret, old: Readonly<Secret>): ErrorList {
  const forbidden = (name: string) =>
    field.forbidden(field.newPath(name), "field is immutable when `immutable` is set");
  const isFixed = old.immutable === true;
  return [
    ...immutableErrors("type", secret.type ?? "", old.type ?? ""),
    ...(isFixed && secret.immutable !== true ? [forbidden("immutable")] : []),
    ...(isFixed && !isDeepStrictEqual(secret.data, old.data) ? [forbidden("data")] : []),
    ...validateSecret(secret),
  ];
}

function requireKeys(data: Data, ...keys: readonly string[]): ErrorList {
  return keys.filter((key) => !(key in data)).map((key) => field.required(path.key(key), ""));
}

/**
 * Returns an error for a missing value, or for a value that is not a JSON object, with Go's
 * message.
 */
function validateJSONObject(data: Data, key: string): ErrorList {
  const value = data[key];
  if (value === undefined) return requireKeys(data, key);
  const problem = jsonProblem(Buffer.from(value, "base64").toString());
  return problem === undefined ? [] : [field.invalid(path.key(key), "<secret contents redacted>", problem)];
}

function jsonProblem(text: string): string | undefined {
  const problem = syntaxErrorText(text);
  if (problem !== undefined) return problem;
  const value = JSON.parse(text) as unknown;
  const type = Array.isArray(value) ? "array" : typeof value;
  if (type === "object") return undefined;
  return `json: cannot unmarshal ${type === "boolean" ? "bool" : type} into Go value of type map[string]interface {}`;
}

/**
 * The legacy group of Kubernetes, with the kind Secret. Helm stores its releases in Secrets. With
 * --encryption-provider-config, Secrets are encrypted in the storage.
 */
export const secretGroup: GroupDefinition<typeof Kinds> = {
  install: (scheme) => {
    Install(scheme);
    supportFieldLabels(scheme, { ...SchemeGroupVersion, kind: "Secret" }, ["type", "metadata.namespace"]);
  },
  kinds: { Secret: secretStrategy },
};
