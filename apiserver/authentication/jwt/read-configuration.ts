import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { loadYAML } from "../../yaml/library.js";
import { NodeReader, positionInYAML, type MappingEntries } from "../../yaml/node-reader.js";
import type { AnonymousRule, AuthenticationConfiguration, JWTIssuer } from "./configuration.js";
import { FieldReader } from "./field-reader.js";
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
  const problems: string[] = [];
  const { LineCounter, parseDocument } = loadYAML();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  problems.push(...document.errors.map(({ message, pos }) => `${positionInYAML(file, lines, pos[0])}: ${message}`));
  const reader = new Reader(new NodeReader(file, document, lines, problems));
  const fields = ["apiVersion", "kind", "jwt", "anonymous"];
  const root = problems.length > 0 ? undefined : reader.nodes.entries(document.contents, "", fields);
  const configuration = root === undefined ? undefined : reader.root(root);
  if (problems.length > 0 || configuration === undefined) throw new Error(problems.join("\n"));
  return configuration;
}

class Reader extends FieldReader {
  root(root: MappingEntries): AuthenticationConfiguration {
    const apiVersion = this.nodes.text(root, "apiVersion");
    const kind = this.nodes.text(root, "kind");
    if (!versions.includes(apiVersion) || kind !== "AuthenticationConfiguration")
      this.nodes.report(
        root.node,
        `kind ${JSON.stringify(kind)} of apiVersion ${JSON.stringify(apiVersion)}: the file must contain an AuthenticationConfiguration of ${versions[0] ?? ""}`,
      );
    const fields = ["issuer", "claimValidationRules", "claimMappings", "userValidationRules"];
    const all = this.nodes.children(root, "jwt", fields);
    if (all.length > maxIssuers)
      this.nodes.report(
        root.values.get("jwt") ?? root.node,
        `jwt: Too many: ${all.length}: must have at most ${maxIssuers} items`,
      );
    const issuers = all.slice(0, maxIssuers).map((entries) => ({ entries, issuer: this.#jwt(entries) }));
    for (const field of ["url", "discoveryURL"] as const) {
      const seen = new Set([""]);
      for (const { entries, issuer } of issuers) {
        if (issuer[field] !== "" && seen.has(issuer[field])) this.duplicate(entries, `issuer.${field}`, issuer[field]);
        seen.add(issuer[field]);
      }
    }
    const anonymous = this.nodes.child(root, "anonymous", ["enabled", "conditions"]);
    return {
      issuers: issuers.map(({ issuer }) => issuer),
      anonymous: anonymous === undefined ? undefined : this.#anonymous(anonymous),
    };
  }

  #jwt(jwt: MappingEntries): JWTIssuer {
    return { ...this.#issuer(jwt), ...readClaims(this, jwt) };
  }

  #issuer(jwt: MappingEntries): Pick<JWTIssuer, "url" | "discoveryURL" | "certificateAuthority" | "audiences"> {
    const fields = [
      "url",
      "discoveryURL",
      "certificateAuthority",
      "audiences",
      "audienceMatchPolicy",
      "egressSelectorType",
    ];
    const issuer = this.nodes.child(jwt, "issuer", fields) ?? { ...jwt, values: new Map(), path: `${jwt.path}.issuer` };
    const url = this.nodes.text(issuer, "url");
    if (url === "") this.problem(issuer, "url", "Required value");
    else this.#checkURL(issuer, "url", url);
    const discoveryURL = this.nodes.text(issuer, "discoveryURL");
    if (discoveryURL !== "") {
      this.#checkURL(issuer, "discoveryURL", discoveryURL);
      if (discoveryURL.replace(/\/+$/, "") === url.replace(/\/+$/, ""))
        this.invalid(issuer, "discoveryURL", discoveryURL, "discoveryURL must be different from URL");
    }
    if (this.nodes.text(issuer, "egressSelectorType") !== "")
      this.problem(issuer, "egressSelectorType", "egress selectors are not supported");
    const certificateAuthority = this.nodes.text(issuer, "certificateAuthority");
    if (certificateAuthority !== "" && !isCertificate(certificateAuthority))
      this.problem(issuer, "certificateAuthority", 'Invalid value: "<omitted>": it contains no certificate');
    return { url, discoveryURL, certificateAuthority, audiences: this.#audiences(issuer) };
  }

  #checkURL(issuer: MappingEntries, name: string, text: string): void {
    const invalid = (why: string) => {
      this.invalid(issuer, name, text, why);
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

  #audiences(issuer: MappingEntries): readonly string[] {
    const audiences = this.nodes.texts(issuer, "audiences");
    const policy = this.nodes.text(issuer, "audienceMatchPolicy");
    if (audiences.length === 0)
      this.problem(issuer, "audiences", `Required value: at least one ${issuer.path}.audiences is required`);
    audiences.forEach((audience, index) => {
      if (audience === "") this.problem(issuer, `audiences[${index}]`, "Required value");
      else if (audiences.indexOf(audience) < index)
        this.problem(issuer, `audiences[${index}]`, `Duplicate value: ${JSON.stringify(audience)}`);
    });
    if (audiences.length > 1 && policy !== "MatchAny")
      this.invalid(
        issuer,
        "audienceMatchPolicy",
        policy,
        "audienceMatchPolicy must be MatchAny for multiple audiences",
      );
    else if (policy !== "" && policy !== "MatchAny")
      this.invalid(
        issuer,
        "audienceMatchPolicy",
        policy,
        "audienceMatchPolicy must be empty or MatchAny for single audience",
      );
    return audiences;
  }

  #anonymous(anonymous: MappingEntries): AnonymousRule {
    const node = anonymous.values.get("enabled");
    const enabled = loadYAML().isScalar(node) ? node.value : false;
    if (typeof enabled !== "boolean") this.problem(anonymous, "enabled", "it must be true or false");
    const paths = this.nodes
      .children(anonymous, "conditions", ["path"])
      .map((condition) => this.nodes.text(condition, "path"));
    if (enabled !== true && paths.length > 0)
      this.problem(anonymous, "conditions", "Invalid value: enabled should be set to true when conditions are defined");
    return { isEnabled: enabled === true, paths };
  }
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
