import type { JWTIssuer } from "../../../apiserver/authentication/jwt/configuration.js";
import { parseAuthenticationConfiguration } from "../../../apiserver/authentication/jwt/read-configuration.js";
import { userOfClaims } from "../../../apiserver/authentication/jwt/user-of-claims.js";
import type { User } from "../../../apiserver/request/api-request.js";
import { callOnce } from "../../../apiserver/util/once.js";
import { Random } from "../../fuzz/random.js";
import { claimValues, messages, rules, userRules } from "./claim-expressions.js";

/** An issuer of an AuthenticationConfiguration, as JSON. */
interface Issuer {
  readonly issuer: object;
  readonly claimMappings: object;
  readonly claimValidationRules?: readonly object[];
  readonly userValidationRules?: readonly object[];
}

/** A token of an issuer. */
export interface Step {
  readonly issuer: Issuer;
  /** JSON text. */
  readonly claims: string;
}

export interface Case {
  readonly steps: readonly Step[];
}

/** The user of a token, or the problems of the issuer or the token. */
export interface Outcome {
  readonly user?: User;
  readonly error?: string;
}

export const recordedCases = 2000;
/** The number of cases that `make test` replays. */
export const quickCases = 150;

const url = "https://issuer.example.com";

/**
 * Returns the case of a seed: tokens of one issuer. The first cases have the listed expressions.
 */
export function caseOf(seed: number): Case {
  const random = new Random(seed);
  const issuer = issuerOf(random, seed);
  return { steps: Array.from({ length: 4 }, () => ({ issuer, claims: randomClaims(random) })) };
}

function issuerOf(random: Random, seed: number): Issuer {
  const listed = claimValues[seed];
  if (listed !== undefined)
    return { ...plain, claimMappings: { ...byName, extra: [{ key: "example.com/x", valueExpression: listed }] } };
  const rule = rules[seed - claimValues.length];
  if (rule !== undefined) return { ...plain, claimValidationRules: [{ expression: rule, message: "m" }] };
  const userRule = userRules[seed - claimValues.length - rules.length];
  if (userRule !== undefined) return { ...plain, userValidationRules: [{ expression: userRule, message: "m" }] };
  return random.chance(0.2) ? wrongIssuer(random) : randomIssuer(random);
}

const byName = { username: { claim: "sub", prefix: "p:" } };
const plain: Issuer = { issuer: { url, audiences: ["pizza"] }, claimMappings: byName };

function randomIssuer(random: Random): Issuer {
  const maybe = <T extends object>(value: T): T | undefined => (random.chance(0.6) ? value : undefined);
  const expression = () => ({ expression: random.pick(claimValues) });
  return {
    ...plain,
    claimMappings: {
      username: random.pick([{ claim: "sub", prefix: "" }, { claim: "email", prefix: "e:" }, expression()]),
      groups: maybe(random.pick([{ claim: "roles", prefix: "r:" }, expression()])),
      uid: maybe(random.pick([{ claim: "uid" }, expression()])),
      extra: random
        .many(2, () => random.pick(["example.com/a", "example.com/b"]))
        .map((key) => ({ key, valueExpression: random.pick(claimValues) })),
    },
    claimValidationRules: [
      ...random.many(2, () => ({ expression: random.pick(rules), message: random.pick(messages) })),
      ...random.many(1, () => ({ claim: random.pick(["hd", "email"]), requiredValue: "example.com" })),
    ],
    userValidationRules: random.many(2, () => ({ expression: random.pick(userRules), message: random.pick(messages) })),
  };
}

/** Returns an issuer with mistakes in its fields. */
function wrongIssuer(random: Random): Issuer {
  const some = (field: object): object => (random.chance(0.5) ? field : {});
  const mapping = (more: object) => ({ ...some({ claim: "sub" }), ...some({ expression: "claims.sub" }), ...more });
  return {
    ...plain,
    claimMappings: {
      username: mapping(random.chance(0.3) ? { prefix: "p:" } : {}),
      uid: mapping({}),
      extra: random.many(3, () => ({
        key: random.pick([
          "example.com/a",
          "a",
          "Example.com/a",
          "k8s.io/a",
          "a.kubernetes.io/b",
          "",
          "a.com/ü",
          "x_y/z",
        ]),
        ...some({ valueExpression: random.pick(claimValues) }),
      })),
    },
    claimValidationRules: random.many(3, () => ({
      ...some({ claim: "hd" }),
      ...some({ expression: random.pick(rules) }),
      ...some({ requiredValue: "x" }),
      ...some({ message: 'quoted "m"' }),
    })),
    userValidationRules: random.many(3, () => some({ expression: random.pick(["true", "user.username", "user.x"]) })),
  };
}

function randomClaims(random: Random): string {
  const some = <T>(...values: readonly T[]): T | undefined => (random.chance(0.8) ? random.pick(values) : undefined);
  return JSON.stringify({
    iss: url,
    aud: "pizza",
    exp: 2 ** 33,
    sub: some("alice", "system:bob"),
    email: some("alice@example.com", "bob@other.com"),
    email_verified: some<unknown>(true, true, false, "true"),
    roles: some<unknown>(
      "cook",
      ["cook", "waiter"],
      [],
      ["", "a"],
      ["a", 1],
      "a,b",
      { admin: true },
      [["a"]],
      null,
      "",
    ),
    uid: some<unknown>("7", 7, "", null, true),
    hd: some<unknown>("example.com", "other.com", 3, ["example.com"]),
    count: some<unknown>(3, 2.5, 0, -1),
    jti: some<unknown>("t1", 5),
    nested: some<unknown>({ "a.b": "dot", "a-b": [{ "x/y": "slash" }], plain: { deep: [1, "two", null] } }, {}, "text"),
    "example.com/claim": some<unknown>("namespaced", ["x", "y"]),
    if: some<unknown>("word"),
  });
}

/** Returns the outcomes of the steps of a case, which have the same issuer. */
export function replay({ steps }: Case): Promise<readonly Outcome[]> {
  const issuer = callOnce(() => parsedIssuer(steps));
  return Promise.all(steps.map(({ claims }) => outcomeOf(issuer, claims)));
}

function parsedIssuer([step]: Case["steps"]): JWTIssuer {
  const text = step === undefined ? "" : configurationText(step.issuer);
  const [issuer] = parseAuthenticationConfiguration("config", text).issuers;
  if (issuer === undefined) throw new Error("the configuration has no issuer");
  return issuer;
}

async function outcomeOf(issuer: () => JWTIssuer, claims: string): Promise<Outcome> {
  try {
    const {
      name,
      uid = "",
      groups,
      extra,
    } = await userOfClaims(issuer(), JSON.parse(claims) as Record<string, unknown>);
    return { user: { name, uid, groups, extra } };
  } catch (error) {
    return { error: (error as Error).message.replaceAll(/^config:\d+:\d+: /gm, "").replaceAll(/_var\d+/g, "_var") };
  }
}

/** JSON is YAML. */
function configurationText(issuer: Issuer): string {
  const head = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AuthenticationConfiguration" };
  return JSON.stringify({ ...head, jwt: [issuer] });
}
