import {
  ServerMetrics,
  StatusError,
  versionInfo,
  type AuthorizationAttributes,
  type User,
} from "@apimachinery/apiserver";
import type { ChainConfig } from "../../apiserver/filters/filter.js";
import { impersonation } from "../../apiserver/filters/impersonation/impersonation.js";
import type { APIRequest } from "../../apiserver/request/api-request.js";
import { notYetParsed } from "../../apiserver/request/request-info.js";
import type { AnyOutcome } from "../judge/outcomes.js";
import type { ImpersonationCase, ImpersonationStep } from "./random-case.js";

interface Outcome extends AnyOutcome {
  /** Questions to the authorizer. */
  readonly asked: readonly string[];
  readonly code: number;
  readonly message: string;
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: User["extra"];
}

/** Sends the requests of a case through the filter. */
export async function replay(given: ImpersonationCase): Promise<readonly AnyOutcome[]> {
  let asked: string[] = [];
  let found: User | undefined;
  const config = {
    authorizers: [
      (attributes: AuthorizationAttributes) => {
        const text = describe(attributes);
        asked.push(text);
        return isAllowed(given, text) ? "allow" : { decision: "no opinion", reason: "reason" };
      },
    ],
    metrics: new ServerMetrics(versionInfo("1", "0", "v1.0.0")),
  };
  const handler = impersonation(
    (request) => {
      found = request.user;
      return Promise.resolve({ status: 200, headers: {}, body: "" });
    },
    // The filter uses no other part of the configuration.
    config as unknown as ChainConfig,
  );
  const outcomes: Outcome[] = [];
  for (const step of given.steps) {
    asked = [];
    found = undefined;
    const failure = await handler(requestOf(step)).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof StatusError) return error;
        throw error;
      },
    );
    outcomes.push(outcomeOf(asked, found, failure));
  }
  return outcomes;
}

function outcomeOf(asked: readonly string[], user: User | undefined, failure: StatusError | undefined): Outcome {
  return {
    asked,
    code: failure?.code ?? 200,
    message: failure?.message ?? "",
    name: user?.name ?? "",
    uid: user?.uid ?? "",
    groups: user?.groups ?? [],
    extra: user?.extra ?? {},
  };
}

function requestOf({ user, extra, headers, resource, verb, namespace, name }: ImpersonationStep): APIRequest {
  const place = { group: "g", version: "v1", resource: "pizzas", namespace, name };
  return {
    user: { name: user, groups: [], extra },
    info: { ...notYetParsed, isResourceRequest: resource, verb, path: "/x", ...(resource ? place : {}) },
    responseHeaders: {},
    header: (key: string) => headers[key]?.join(", "),
    headerLines: (key: string) => headers[key] ?? [],
    headerNames: () => Object.keys(headers),
    // The filter reads no other part of the request.
  } as unknown as APIRequest;
}

function describe({ user, info }: AuthorizationAttributes): string {
  const keys = Object.keys(user.extra).sort().join(",");
  const { verb, group, version, resource, subresource, namespace, name } = info;
  const parts = [user.name, keys, verb, group, version, resource, subresource, namespace, name];
  return [...parts, ...(info.isResourceRequest ? [] : [info.path])].join("|");
}

/** Decides by a checksum, so that both sides need no list of permissions. */
function isAllowed({ seed, allowed }: ImpersonationCase, text: string): boolean {
  let sum = seed;
  for (const byte of Buffer.from(text)) sum = (sum * 31 + byte) % 1_000_003;
  return sum % 100 < allowed;
}
