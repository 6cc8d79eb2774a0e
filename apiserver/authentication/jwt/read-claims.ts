import { field, validation } from "@apimachinery/runtime";
import {
  claimsDeclarations,
  compileExpression,
  userDeclarations,
  type CompiledExpression,
  type Declarations,
} from "@apimachinery/runtime/cel";
import type { MappingEntries } from "../../yaml/node-reader.js";
import type { ClaimMapping, ExtraMapping, JWTIssuer, ValidationRule } from "./configuration.js";
import type { FieldReader } from "./field-reader.js";

/** The properties of an issuer that concern the claims of its tokens. */
type ClaimParts = Pick<
  JWTIssuer,
  "requiredClaims" | "username" | "groups" | "uid" | "extra" | "claimRules" | "userRules"
>;

/** Reads the mappings and rules of an issuer (Go: validateJWTAuthenticator). */
export function readClaims(fields: FieldReader, jwt: MappingEntries): ClaimParts {
  const reader = new ClaimReader(fields);
  const parts = { ...reader.claimRules(jwt), ...reader.mappings(jwt), userRules: reader.userRules(jwt) };
  reader.requireVerifiedEmail(jwt, parts);
  return parts;
}

const both = "claim and expression can't both be set";
const neither = "Required value: claim or expression is required";

class ClaimReader {
  readonly #fields: FieldReader;

  constructor(fields: FieldReader) {
    this.#fields = fields;
  }

  claimRules(jwt: MappingEntries): Pick<ClaimParts, "requiredClaims" | "claimRules"> {
    const requiredClaims = new Map<string, string>();
    const claimRules: ValidationRule[] = [];
    const names = ["claim", "requiredValue", "expression", "message"];
    const seen = new Set<string>();
    for (const rule of this.#fields.nodes.children(jwt, "claimValidationRules", names)) {
      const claim = this.#text(rule, "claim");
      const hasExpression = this.#text(rule, "expression") !== "";
      if (claim !== "" && hasExpression) this.#fields.invalid(rule, "", claim, both);
      else if (claim !== "") this.#requiredClaim(rule, claim, requiredClaims);
      else if (hasExpression) claimRules.push(...this.#claimRule(rule, seen));
      else this.#fields.problem(rule, "", neither);
    }
    return { requiredClaims, claimRules };
  }

  #requiredClaim(rule: MappingEntries, claim: string, required: Map<string, string>): void {
    const message = this.#text(rule, "message");
    if (message !== "") this.#fields.invalid(rule, "message", message, "may not be specified when claim is set");
    if (required.has(claim)) this.#fields.duplicate(rule, "claim", claim);
    required.set(claim, this.#text(rule, "requiredValue"));
  }

  #claimRule(rule: MappingEntries, seen: Set<string>): readonly ValidationRule[] {
    const value = this.#text(rule, "requiredValue");
    if (value !== "") this.#fields.invalid(rule, "requiredValue", value, "may not be specified when expression is set");
    return this.#rule(rule, claimsDeclarations, seen);
  }

  userRules(jwt: MappingEntries): readonly ValidationRule[] {
    const seen = new Set<string>();
    return this.#fields.nodes.children(jwt, "userValidationRules", ["expression", "message"]).flatMap((rule) => {
      if (this.#text(rule, "expression") !== "") return this.#rule(rule, userDeclarations, seen);
      this.#fields.problem(rule, "expression", "Required value");
      return [];
    });
  }

  /** @param seen expressions of the rules before this one */
  #rule(rule: MappingEntries, declarations: Declarations, seen: Set<string>): readonly ValidationRule[] {
    const text = this.#text(rule, "expression");
    if (seen.has(text)) {
      this.#fields.duplicate(rule, "expression", text);
      return [];
    }
    seen.add(text);
    const expression = this.#expression(rule, "expression", declarations, (type) =>
      type === "bool" ? undefined : "must evaluate to bool",
    );
    return expression === undefined ? [] : [{ expression, message: this.#text(rule, "message") }];
  }

  mappings(jwt: MappingEntries): Pick<ClaimParts, "username" | "groups" | "uid" | "extra"> {
    const names = ["username", "groups", "uid", "extra"];
    const path = `${jwt.path}.claimMappings`;
    const nothing = { ...jwt, values: new Map(), path };
    const mappings = this.#fields.nodes.child(jwt, "claimMappings", names) ?? nothing;
    const username = this.#mapping(mappings, "username", true);
    return {
      username: username ?? { claim: "", prefix: "" },
      groups: this.#mapping(mappings, "groups", true),
      uid: this.#mapping(mappings, "uid", false),
      extra: this.#extra(mappings),
    };
  }

  #mapping(mappings: MappingEntries, name: string, hasPrefix: boolean): ClaimMapping | undefined {
    const names = ["claim", "expression", ...(hasPrefix ? ["prefix"] : [])];
    const mapping = this.#fields.nodes.child(mappings, name, names);
    const claim = mapping === undefined ? "" : this.#text(mapping, "claim");
    const hasExpression = mapping !== undefined && this.#text(mapping, "expression") !== "";
    const isEmpty = claim === "" && !hasExpression;
    if (name === "username" && isEmpty) this.#fields.problem(mappings, name, neither);
    if (mapping === undefined || (name === "username" && isEmpty)) return undefined;
    if (claim !== "" && hasExpression) this.#fields.invalid(mapping, "", "", both);
    else if (hasExpression) return this.#computed(mapping);
    if (hasPrefix) this.#checkPrefix(mapping, claim, hasExpression);
    return claim === "" ? undefined : { claim, prefix: hasPrefix ? this.#text(mapping, "prefix") : "" };
  }

  #computed(mapping: MappingEntries): ClaimMapping | undefined {
    if (mapping.values.has("prefix"))
      this.#fields.invalid(
        mapping,
        "prefix",
        this.#text(mapping, "prefix"),
        "may not be specified when expression is set",
      );
    const expression = this.#expression(mapping, "expression", claimsDeclarations);
    return expression && { expression };
  }

  #checkPrefix(mapping: MappingEntries, claim: string, hasExpression: boolean): void {
    const hasPrefix = mapping.values.has("prefix");
    if (claim === "" && hasPrefix)
      this.#fields.invalid(mapping, "claim", claim, "non-empty claim name is required when prefix is set");
    if (claim !== "" && !hasExpression && !hasPrefix)
      this.#fields.problem(
        mapping,
        "prefix",
        "Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing",
      );
  }

  #extra(mappings: MappingEntries): readonly ExtraMapping[] {
    const seen = new Set<string>();
    return this.#fields.nodes.children(mappings, "extra", ["key", "valueExpression"]).flatMap((mapping) => {
      const key = this.#text(mapping, "key");
      this.#checkKey(mapping, key);
      if (seen.has(key)) {
        this.#fields.duplicate(mapping, "key", key);
        return [];
      }
      seen.add(key);
      if (this.#text(mapping, "valueExpression") === "") {
        this.#fields.problem(mapping, "valueExpression", "Required value");
        return [];
      }
      const expression = this.#expression(mapping, "valueExpression", claimsDeclarations);
      return expression === undefined ? [] : [{ key, expression }];
    });
  }

  #checkKey(mapping: MappingEntries, key: string): void {
    const path = field.Path.of("key");
    for (const error of validation.isDomainPrefixedPath(path, key))
      this.#fields.problem(mapping, "key", field.errorText(error).replace(/^key: /, ""));
    if (key !== key.toLowerCase()) this.#fields.invalid(mapping, "key", key, "must be lowercase");
    const [domain = ""] = key.includes("/") ? key.split("/") : [];
    if (/(?:^|\.)(?:kubernetes|k8s)\.io$/.test(domain))
      this.#fields.invalid(
        mapping,
        "key",
        key,
        "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use",
      );
  }

  /**
   * Reports an expression that uses an email address as the user name although no expression reads
   * `claims.email_verified`. An unverified address may belong to another user.
   */
  requireVerifiedEmail(jwt: MappingEntries, { username, extra, claimRules }: ClaimParts): void {
    const { expression } = username;
    if (expression?.reads("claims", "email") !== true) return;
    const all = [expression, ...[...extra, ...claimRules].map((one) => one.expression)];
    if (all.some((one) => one.reads("claims", "email_verified"))) return;
    this.#fields.invalid(
      jwt,
      "claimMappings.username.expression",
      expression.text,
      "claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression",
    );
  }

  #expression(
    parent: MappingEntries,
    name: string,
    declarations: Declarations,
    typeFault?: (type: string) => string | undefined,
  ): CompiledExpression | undefined {
    const text = this.#text(parent, name);
    const compiled = compileExpression(text, declarations, typeFault === undefined ? {} : { typeFault });
    if (compiled.error === undefined) return compiled;
    const { type, detail } = compiled.error;
    if (type === "Invalid") this.#fields.invalid(parent, name, text, detail);
    else this.#fields.problem(parent, name, `Internal error: ${detail}`);
    return undefined;
  }

  #text(parent: MappingEntries, name: string): string {
    return this.#fields.nodes.text(parent, name);
  }
}
