import type { AuthorizationAttributes, Authorizer, Decision, Verdict } from "../request/authorizer.js";
import { aggregateErrors } from "../util/aggregate-errors.js";

/**
 * Calls the authorizers in order, until one of them allows or denies the request. If none does, the
 * verdict has the reasons and errors of all of them (Go: union.Authorize).
 */
export async function judge(authorizers: readonly Authorizer[], attributes: AuthorizationAttributes): Promise<Verdict> {
  const reasons: string[] = [];
  const errors: Error[] = [];
  for (const authorizer of authorizers) {
    // Most authorizers need no other program, so their verdict is no promise.
    const found = verdictOf(authorizer, attributes);
    const verdict = found instanceof Promise ? await found : found;
    if (verdict.decision === "allow" || verdict.decision === "deny") return verdict;
    if (verdict.reason !== undefined && verdict.reason !== "") reasons.push(verdict.reason);
    if (verdict.error !== undefined) errors.push(verdict.error);
  }
  const error = aggregateErrors(errors);
  return { decision: "no opinion", reason: reasons.join("\n"), ...(error === undefined ? {} : { error }) };
}

function verdictOf(authorizer: Authorizer, attributes: AuthorizationAttributes): Verdict | Promise<Verdict> {
  try {
    const answer = authorizer(attributes);
    return answer instanceof Promise ? answer.then(asVerdict, failed) : asVerdict(answer);
  } catch (error) {
    return failed(error);
  }
}

function asVerdict(answer: Decision | Verdict): Verdict {
  return typeof answer === "string" ? verdicts[answer] : answer;
}

/** Returns the verdict of an authorizer that has thrown an error. */
function failed(error: unknown): Verdict {
  return { decision: "no opinion", error: error instanceof Error ? error : new Error(String(error)) };
}

const verdicts: Readonly<Record<Decision, Verdict>> = {
  allow: { decision: "allow" },
  deny: { decision: "deny" },
  "no opinion": { decision: "no opinion" },
};
