import { field, validation } from "@apimachinery/runtime";
import {
  claimsDeclarations,
  compileExpression,
  userDeclarations,
  type CompiledExpression,
  type Declarations,
} from "@apimachinery/runtime/cel";
import type { MappingEntries, NodeReader } from "../../yaml/node-reader.js";
import type { ClaimMapping, ExtraMapping, JWTIssuer, ValidationRule } from "./configuration.js";

/** The properties of an issuer that concern the claims of its tokens. */
type ClaimParts = Pick<
  JWTIssuer,
  "requiredClaims" | "username" | "groups" | "uid" | "extra" | "claimRules" | "userRules"
>;

/** Reads the mappings and rules of an issuer (Go: validateJWTAuthenticator). */
export function readClaims(reader: NodeReader, jwt: MappingEntries): ClaimParts {
  const parts = { ...claimRules(reader, jwt), ...mappings(reader, jwt), userRules: userRules(reader, jwt) };
  requireVerifiedEmail(reader, jwt, parts);
  return parts;
}

const both = "claim and expression can't both be set";
const neither = "Required value: claim or expression is required";

function claimRules(reader: NodeReader, jwt: MappingEntries): Pick<ClaimParts, "requiredClaims" | "claimRules"> {
  const requiredClaims = new Map<string, string>();
  const claimRules: ValidationRule[] = [];
  const names = ["claim", "requiredValue", "expression", "message"];
  const seen = new Set<string>();
  for (const rule of reader.children(jwt, "claimValidationRules", names)) {
    const claim = reader.text(rule, "claim");
    const hasExpression = reader.text(rule, "expression") !== "";
    if (claim !== "" && hasExpression) reader.invalid(rule, "", claim, both);
    else if (claim !== "") addRequiredClaim(reader, rule, claim, requiredClaims);
    else if (hasExpression) claimRules.push(...readClaimRule(reader, rule, seen));
    else reader.problem(rule, "", neither);
  }
  return { requiredClaims, claimRules };
}

function addRequiredClaim(
  reader: NodeReader,
  rule: MappingEntries,
  claim: string,
  required: Map<string, string>,
): void {
  const message = reader.text(rule, "message");
  if (message !== "") reader.invalid(rule, "message", message, "may not be specified when claim is set");
  if (required.has(claim)) reader.duplicate(rule, "claim", claim);
  required.set(claim, reader.text(rule, "requiredValue"));
}

function readClaimRule(reader: NodeReader, rule: MappingEntries, seen: Set<string>): readonly ValidationRule[] {
  const value = reader.text(rule, "requiredValue");
  if (value !== "") reader.invalid(rule, "requiredValue", value, "may not be specified when expression is set");
  return readRule(reader, rule, claimsDeclarations, seen);
}

function userRules(reader: NodeReader, jwt: MappingEntries): readonly ValidationRule[] {
  const seen = new Set<string>();
  return reader.children(jwt, "userValidationRules", ["expression", "message"]).flatMap((rule) => {
    if (reader.text(rule, "expression") !== "") return readRule(reader, rule, userDeclarations, seen);
    reader.problem(rule, "expression", "Required value");
    return [];
  });
}

/** @param seen expressions of the rules before this one */
function readRule(
  reader: NodeReader,
  rule: MappingEntries,
  declarations: Declarations,
  seen: Set<string>,
): readonly ValidationRule[] {
  const text = reader.text(rule, "expression");
  if (seen.has(text)) {
    reader.duplicate(rule, "expression", text);
    return [];
  }
  seen.add(text);
  const expression = readExpression(reader, rule, "expression", declarations, (type) =>
    type === "bool" ? undefined : "must evaluate to bool",
  );
  return expression === undefined ? [] : [{ expression, message: reader.text(rule, "message") }];
}

function mappings(reader: NodeReader, jwt: MappingEntries): Pick<ClaimParts, "username" | "groups" | "uid" | "extra"> {
  const names = ["username", "groups", "uid", "extra"];
  const path = `${jwt.path}.claimMappings`;
  const nothing = { ...jwt, values: new Map(), path };
  const mappings = reader.child(jwt, "claimMappings", names) ?? nothing;
  const username = readMapping(reader, mappings, "username", true);
  return {
    username: username ?? { claim: "", prefix: "" },
    groups: readMapping(reader, mappings, "groups", true),
    uid: readMapping(reader, mappings, "uid", false),
    extra: readExtra(reader, mappings),
  };
}

function readMapping(
  reader: NodeReader,
  mappings: MappingEntries,
  name: string,
  hasPrefix: boolean,
): ClaimMapping | undefined {
  const names = ["claim", "expression", ...(hasPrefix ? ["prefix"] : [])];
  const mapping = reader.child(mappings, name, names);
  const claim = mapping === undefined ? "" : reader.text(mapping, "claim");
  const hasExpression = mapping !== undefined && reader.text(mapping, "expression") !== "";
  const isEmpty = claim === "" && !hasExpression;
  if (name === "username" && isEmpty) reader.problem(mappings, name, neither);
  if (mapping === undefined || (name === "username" && isEmpty)) return undefined;
  if (claim !== "" && hasExpression) reader.invalid(mapping, "", "", both);
  else if (hasExpression) return computedMapping(reader, mapping);
  if (hasPrefix) checkPrefix(reader, mapping, claim, hasExpression);
  return claim === "" ? undefined : { claim, prefix: hasPrefix ? reader.text(mapping, "prefix") : "" };
}

function computedMapping(reader: NodeReader, mapping: MappingEntries): ClaimMapping | undefined {
  if (mapping.values.has("prefix"))
    reader.invalid(mapping, "prefix", reader.text(mapping, "prefix"), "may not be specified when expression is set");
  const expression = readExpression(reader, mapping, "expression", claimsDeclarations);
  return expression && { expression };
}

function checkPrefix(reader: NodeReader, mapping: MappingEntries, claim: string, hasExpression: boolean): void {
  const hasPrefix = mapping.values.has("prefix");
  if (claim === "" && hasPrefix)
    reader.invalid(mapping, "claim", claim, "non-empty claim name is required when prefix is set");
  if (claim !== "" && !hasExpression && !hasPrefix)
    reader.problem(
      mapping,
      "prefix",
      "Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing",
    );
}

function readExtra(reader: NodeReader, mappings: MappingEntries): readonly ExtraMapping[] {
  const seen = new Set<string>();
  return reader.children(mappings, "extra", ["key", "valueExpression"]).flatMap((mapping) => {
    const key = reader.text(mapping, "key");
    checkKey(reader, mapping, key);
    if (seen.has(key)) {
      reader.duplicate(mapping, "key", key);
      return [];
    }
    seen.add(key);
    if (reader.text(mapping, "valueExpression") === "") {
      reader.problem(mapping, "valueExpression", "Required value");
      return [];
    }
    const expression = readExpression(reader, mapping, "valueExpression", claimsDeclarations);
    return expression === undefined ? [] : [{ key, expression }];
  });
}

function checkKey(reader: NodeReader, mapping: MappingEntries, key: string): void {
  const path = field.Path.of("key");
  for (const error of validation.isDomainPrefixedPath(path, key))
    reader.problem(mapping, "key", field.errorText(error).replace(/^key: /, ""));
  if (key !== key.toLowerCase()) reader.invalid(mapping, "key", key, "must be lowercase");
  const [domain = ""] = key.includes("/") ? key.split("/") : [];
  if (/(?:^|\.)(?:kubernetes|k8s)\.io$/.test(domain))
    reader.invalid(mapping, "key", key, "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use");
}

/**
 * Reports an expression that uses an email address as the user name although no expression reads
 * `claims.email_verified`. An unverified address may belong to another user.
 */
function requireVerifiedEmail(
  reader: NodeReader,
  jwt: MappingEntries,
  { username, extra, claimRules }: ClaimParts,
): void {
  const { expression } = username;
  if (expression?.reads("claims", "email") !== true) return;
  const all = [expression, ...[...extra, ...claimRules].map((one) => one.expression)];
  if (all.some((one) => one.reads("claims", "email_verified"))) return;
  reader.invalid(
    jwt,
    "claimMappings.username.expression",
    expression.text,
    "claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression",
  );
}

function readExpression(
  reader: NodeReader,
  parent: MappingEntries,
  name: string,
  declarations: Declarations,
  typeFault?: (type: string) => string | undefined,
): CompiledExpression | undefined {
  const text = reader.text(parent, name);
  const compiled = compileExpression(text, declarations, typeFault === undefined ? {} : { typeFault });
  if (compiled.error === undefined) return compiled;
  const { type, detail } = compiled.error;
  if (type === "Invalid") reader.invalid(parent, name, text, detail);
  else reader.problem(parent, name, `Internal error: ${detail}`);
  return undefined;
}
