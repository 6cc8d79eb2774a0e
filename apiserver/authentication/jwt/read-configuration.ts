import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { loadYAML } from "../../yaml/library.js";
import { readConfiguration, type MappingEntries, type NodeReader } from "../../yaml/node-reader.js";
import type { AnonymousRule, AuthenticationConfiguration, JWTIssuer } from "./configuration.js";
import { readClaims } from "./read-claims.js";

const versions = ["v1", "v1beta1", "v1alpha1"].map((version) => `apiserver.config.k8s.io/${version}`);
/** Kubernetes' limit of the number of issuers. */
const maxIssuers = 64;

/**
 * Reads an AuthenticationConfiguration file. Where Kubernetes has a message for a problem, the
 * message is the same.
 * @throws Error that lists all problems as `file:line:column: message`
 */
export async function readAuthenticationConfiguration(file: string): Promise<AuthenticationConfiguration> {
  return parseAuthenticationConfiguration(file, await readFile(file, "utf8"));
}

/**
 * Parses the content of an AuthenticationConfiguration file.
 * @param file path of the file, for messages
 * @throws Error that lists all problems as `file:line:column: message`
 */
export function parseAuthenticationConfiguration(file: string, text: string): AuthenticationConfiguration {
  return readConfiguration(file, text, ["apiVersion", "kind", "jwt", "anonymous"], readRoot);
}

function readRoot(reader: NodeReader, root: MappingEntries): AuthenticationConfiguration {
  reader.requireKind(root, "an AuthenticationConfiguration", versions);
  const fields = ["issuer", "claimValidationRules", "claimMappings", "userValidationRules"];
  const all = reader.children(root, "jwt", fields);
  if (all.length > maxIssuers)
    reader.problem(root, "jwt", `Too many: ${all.length}: must have at most ${maxIssuers} items`);
  const issuers = all.slice(0, maxIssuers).map((entries) => ({ entries, issuer: readJWT(reader, entries) }));
  for (const field of ["url", "discoveryURL"] as const) {
    const seen = new Set([""]);
    for (const { entries, issuer } of issuers) {
      if (issuer[field] !== "" && seen.has(issuer[field])) reader.duplicate(entries, `issuer.${field}`, issuer[field]);
      seen.add(issuer[field]);
    }
  }
  const anonymous = reader.child(root, "anonymous", ["enabled", "conditions"]);
  return {
    issuers: issuers.map(({ issuer }) => issuer),
    anonymous: anonymous === undefined ? undefined : readAnonymous(reader, anonymous),
  };
}

function readJWT(reader: NodeReader, jwt: MappingEntries): JWTIssuer {
  return { ...readIssuer(reader, jwt), ...readClaims(reader, jwt) };
}

function readIssuer(
  reader: NodeReader,
  jwt: MappingEntries,
): Pick<JWTIssuer, "url" | "discoveryURL" | "certificateAuthority" | "audiences"> {
  const fields = [
    "url",
    "discoveryURL",
    "certificateAuthority",
    "audiences",
    "audienceMatchPolicy",
    "egressSelectorType",
  ];
  const issuer = reader.child(jwt, "issuer", fields) ?? { ...jwt, values: new Map(), path: `${jwt.path}.issuer` };
  const url = reader.text(issuer, "url");
  if (url === "") reader.problem(issuer, "url", "Required value");
  else checkURL(reader, issuer, "url", url);
  const discoveryURL = reader.text(issuer, "discoveryURL");
  if (discoveryURL !== "") {
    checkURL(reader, issuer, "discoveryURL", discoveryURL);
    if (discoveryURL.replace(/\/+$/, "") === url.replace(/\/+$/, ""))
      reader.invalid(issuer, "discoveryURL", discoveryURL, "discoveryURL must be different from URL");
  }
  if (reader.text(issuer, "egressSelectorType") !== "")
    reader.problem(issuer, "egressSelectorType", "egress selectors are not supported");
  const certificateAuthority = reader.text(issuer, "certificateAuthority");
  if (certificateAuthority !== "" && !isCertificate(certificateAuthority))
    reader.problem(issuer, "certificateAuthority", 'Invalid value: "<omitted>": it contains no certificate');
  return { url, discoveryURL, certificateAuthority, audiences: readAudiences(reader, issuer) };
}

function checkURL(reader: NodeReader, issuer: MappingEntries, name: string, text: string): void {
  const invalid = (why: string) => {
    reader.invalid(issuer, name, text, why);
  };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) {
    invalid("it is not a URL");
    return;
  }
  if (url.protocol !== "https:") invalid("URL scheme must be https");
  if (url.username !== "" || url.password !== "") invalid("URL must not contain a username or password");
  if (url.search !== "") invalid("URL must not contain a query");
  if (url.hash !== "") invalid("URL must not contain a fragment");
}

function readAudiences(reader: NodeReader, issuer: MappingEntries): readonly string[] {
  const audiences = reader.texts(issuer, "audiences");
  const policy = reader.text(issuer, "audienceMatchPolicy");
  if (audiences.length === 0)
    reader.problem(issuer, "audiences", `Required value: at least one ${issuer.path}.audiences is required`);
  audiences.forEach((audience, index) => {
    if (audience === "") reader.problem(issuer, `audiences[${index}]`, "Required value");
    else if (audiences.indexOf(audience) < index)
      reader.problem(issuer, `audiences[${index}]`, `Duplicate value: ${JSON.stringify(audience)}`);
  });
  if (audiences.length > 1 && policy !== "MatchAny")
    reader.invalid(
      issuer,
      "audienceMatchPolicy",
      policy,
      "audienceMatchPolicy must be MatchAny for multiple audiences",
    );
  else if (policy !== "" && policy !== "MatchAny")
    reader.invalid(
      issuer,
      "audienceMatchPolicy",
      policy,
      "audienceMatchPolicy must be empty or MatchAny for single audience",
    );
  return audiences;
}

function readAnonymous(reader: NodeReader, anonymous: MappingEntries): AnonymousRule {
  const node = anonymous.values.get("enabled");
  const enabled = loadYAML().isScalar(node) ? node.value : false;
  if (typeof enabled !== "boolean") reader.problem(anonymous, "enabled", "it must be true or false");
  const paths = reader.children(anonymous, "conditions", ["path"]).map((condition) => reader.text(condition, "path"));
  if (enabled !== true && paths.length > 0)
    reader.problem(anonymous, "conditions", "Invalid value: enabled should be set to true when conditions are defined");
  return { isEnabled: enabled === true, paths };
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
