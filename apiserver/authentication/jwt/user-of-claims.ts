import { goQuote } from "@apimachinery/runtime";
import {
  claimsValue,
  EvaluationError,
  stringsOf,
  userValue,
  type CompiledExpression,
  type Result,
  type Value,
} from "@apimachinery/runtime/cel";
import type { User } from "../../request/api-request.js";
import { callOnce } from "../../util/once.js";
import type { ClaimMapping, ExtraMapping, JWTIssuer, ValidationRule } from "./configuration.js";

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the user that a verified token describes (Go: oidc.AuthenticateToken).
 * @throws Error for a missing claim, a claim of another type, an unverified email address, a
 * required claim with another value, and an expression that is false or has an error
 */
export async function userOfClaims(issuer: JWTIssuer, claims: Claims): Promise<User> {
  const token = new Token(claims);
  const name = await token.name(issuer.username);
  const groups = await token.groups(issuer.groups);
  const uid = await token.uid(issuer.uid);
  const extra = await token.extra(issuer.extra);
  token.requireClaims(issuer.requiredClaims);
  await requireRules(issuer.claimRules, "claim validation expression", token.value);
  await requireRules(
    issuer.userRules,
    "user info validation rule",
    callOnce(() => userValue({ username: name, uid, groups, extra })),
  );
  return { name, groups, extra, ...(uid === "" ? {} : { uid }) };
}

/** Reads the claims of a token. */
class Token {
  readonly #claims: Claims;
  /** Returns the value of the CEL variable `claims`. */
  readonly value: () => Value;

  constructor(claims: Claims) {
    this.#claims = claims;
    this.value = callOnce(() => claimsValue(claims));
  }

  async name(mapping: ClaimMapping): Promise<string> {
    const { expression } = mapping;
    if (expression !== undefined) {
      const name = await this.#string(expression, "username");
      if (name === "") throw new Error("oidc: empty username via CEL expression is not allowed");
      return name;
    }
    const { claim, prefix } = mapping;
    const name = this.#text(claim, `oidc: parse username claims ${goQuote(claim)}`);
    if (name === "") throw new Error(`oidc: the username claim ${goQuote(claim)} is empty`);
    if (claim === "email") this.#requireVerified();
    return `${prefix}${name}`;
  }

  #requireVerified(): void {
    const { email_verified: isVerified = true } = this.#claims;
    if (isVerified !== null && typeof isVerified !== "boolean")
      throw new Error(`oidc: parse 'email_verified' claim: ${wrongType(isVerified, "bool")}`);
    if (isVerified !== true) throw new Error("oidc: email not verified");
  }

  async uid(mapping: ClaimMapping | undefined): Promise<string> {
    if (mapping === undefined) return "";
    if (mapping.expression !== undefined) return this.#string(mapping.expression, "uid");
    return this.#text(mapping.claim, `oidc: parse uid claim ${goQuote(mapping.claim)}`);
  }

  /**
   * Returns the groups of the user; an empty list if no source is configured or the token does not
   * have the claim.
   */
  async groups(mapping: ClaimMapping | undefined): Promise<readonly string[]> {
    if (mapping === undefined) return [];
    const { expression } = mapping;
    if (expression !== undefined) {
      const context = "oidc: error evaluating group claim expression";
      return this.#strings(await this.#evaluated(expression, `${context}: `), context);
    }
    const { claim, prefix } = mapping;
    return this.#groupsOf(claim).map((group) => `${prefix}${group}`);
  }

  /** Returns the groups in a claim, which is a list of strings or one string. */
  #groupsOf(claim: string): readonly string[] {
    const value = Object.hasOwn(this.#claims, claim) ? (this.#claims[claim] ?? []) : [];
    if (typeof value === "string") return [value];
    if (isList(value) && value.every((item) => item === null || typeof item === "string"))
      return value.map((item) => item ?? "");
    throw new Error(`oidc: parse groups claim ${goQuote(claim)}: ${wrongType(value, "string")}`);
  }

  async extra(mappings: readonly ExtraMapping[]): Promise<User["extra"]> {
    const { jti } = this.#claims;
    const extra: Record<string, readonly string[]> = {};
    // With this extra value, audit logs show which token was used.
    if (typeof jti === "string" && jti !== "") extra["authentication.kubernetes.io/credential-id"] = [`JTI=${jti}`];
    const values = [];
    for (const { expression } of mappings) values.push(await this.#evaluated(expression, ""));
    for (const [index, { key, expression }] of mappings.entries()) {
      const context = `oidc: error evaluating extra claim expression: ${expression.text}`;
      const strings = this.#strings(values[index] ?? null, context);
      if (strings.length > 0) extra[key] = strings;
    }
    return extra;
  }

  requireClaims(required: ReadonlyMap<string, string>): void {
    for (const [claim, expected] of required) {
      if (!Object.hasOwn(this.#claims, claim)) throw new Error(`oidc: required claim ${claim} not present in ID token`);
      const value = this.#text(claim, `oidc: parse claim ${claim}`);
      if (value !== expected)
        throw new Error(`oidc: required claim ${claim} value does not match. Got = ${value}, want = ${expected}`);
    }
  }

  #text(claim: string, context: string): string {
    if (!Object.hasOwn(this.#claims, claim)) throw new Error(`${context}: claim not present`);
    const value = this.#claims[claim] ?? "";
    if (typeof value !== "string") throw new Error(`${context}: ${wrongType(value, "string")}`);
    return value;
  }

  async #string(expression: CompiledExpression, name: string): Promise<string> {
    const context = `oidc: error evaluating ${name} claim expression`;
    const value = await this.#evaluated(expression, `${context}: `);
    if (typeof value !== "string") throw new Error(`${context}: ${name} claim expression must return a string`);
    return value;
  }

  #strings(value: Result, context: string): readonly string[] {
    const strings = stringsOf(value);
    if (strings === undefined) throw new Error(`${context}: expression must return a string or a list of strings`);
    return strings;
  }

  #evaluated(expression: CompiledExpression, context: string): Promise<Value> {
    return evaluated(expression, this.value, context);
  }
}

async function evaluated(expression: CompiledExpression, variable: () => Value, context: string): Promise<Value> {
  const { value } = await expression.evaluate(variable);
  if (value instanceof EvaluationError)
    throw new Error(`${context}expression '${expression.text}' resulted in error: ${value.message}`);
  return value;
}

/**
 * Checks that the expressions of all rules are true. As in Kubernetes, all expressions are
 * evaluated before the first false one is reported.
 * @throws Error for an expression that is false or has an error
 */
async function requireRules(rules: readonly ValidationRule[], what: string, variable: () => Value): Promise<void> {
  const context = `oidc: error evaluating ${what}: `;
  const values = [];
  for (const { expression } of rules) values.push(await evaluated(expression, variable, context));
  for (const [index, { expression, message }] of rules.entries())
    if (values[index] !== true)
      throw new Error(`${context}validation expression '${expression.text}' failed: ${message}`);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns Go's error message for a JSON value of a wrong type. */
function wrongType(value: unknown, type: string): string {
  const given = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
  return `json: cannot unmarshal ${given} into Go value of type ${type}`;
}
