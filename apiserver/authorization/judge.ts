import type { AuthorizationAttributes, Authorizer, Decision, Verdict } from "../request/authorizer.js";
import { isPromise } from "../util/after.js";
import { aggregateErrors } from "../util/aggregate-errors.js";

/**
 * Calls the authorizers in order, until one of them allows or denies the request. If none does, the
 * verdict has the reasons and errors of all of them (Go: union.Authorize).
 */
export function judgeRequest(
  authorizers: readonly Authorizer[],
  attributes: AuthorizationAttributes,
): Verdict | Promise<Verdict> {
  return judgeFrom(0, authorizers, attributes, []);
}

/**
 * Calls the authorizers, beginning with the one at an index. Returns a promise only if an
 * authorizer does: most authorizers send no requests, and awaiting their verdicts would cost time.
 * @param undecided verdicts of the authorizers before the index
 */
function judgeFrom(
  index: number,
  authorizers: readonly Authorizer[],
  attributes: AuthorizationAttributes,
  undecided: readonly Verdict[],
): Verdict | Promise<Verdict> {
  const authorizer = authorizers[index];
  if (authorizer === undefined) return noOpinion(undecided);
  const next = (verdict: Verdict): Verdict | Promise<Verdict> =>
    verdict.decision === "no opinion"
      ? judgeFrom(index + 1, authorizers, attributes, [...undecided, verdict])
      : verdict;
  const verdict = verdictOf(authorizer, attributes);
  return isPromise(verdict) ? verdict.then(next) : next(verdict);
}

/** Returns the verdict with the reasons and errors of all authorizers. */
function noOpinion(verdicts: readonly Verdict[]): Verdict {
  const reasons = verdicts.flatMap(({ reason = "" }) => (reason === "" ? [] : [reason]));
  const error = aggregateErrors(verdicts.flatMap((verdict) => verdict.error ?? []));
  return { decision: "no opinion", reason: reasons.join("\n"), ...(error === undefined ? {} : { error }) };
}

function verdictOf(authorizer: Authorizer, attributes: AuthorizationAttributes): Verdict | Promise<Verdict> {
  try {
    const answer = authorizer(attributes);
    return isPromise(answer) ? answer.then(asVerdict, failed) : asVerdict(answer);
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
