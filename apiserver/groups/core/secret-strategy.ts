import type { Strategy } from "../../registry/strategy.js";
import { keyPairProblem } from "./key-pair-problem.js";
import { secretTable } from "./secret-table.js";
import { validateChangedSecret, validateSecret } from "./secret-validation.js";
import type { Secret } from "./v1/types.js";

/**
 * Strategy of Secrets (Go: pkg/registry/core/secret). The defaults of the type move `stringData` to
 * `data`.
 */
export const secretStrategy: Strategy<Secret> = {
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
