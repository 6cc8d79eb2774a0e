import { isRecord } from "../../../../engine/util/is-record.js";
import type { API, APIKind } from "../form/api.js";
import { isSameKind, nameOfKind, type StateChange, type ChangeExample } from "../form/change.js";
import { parseSteps, type ObjectStep } from "../form/parts.js";
import { isShared } from "./build-object.js";
import { graft, isSameAt } from "./graft.js";
import { answered, judgeSample, schemasOf, type SchemaPair } from "./judge.js";
import { attempts, makerOf, samplesAt, samplesFor, type Search } from "./samples-at.js";
import { shrink } from "./shrink.js";

/** Codes of changes whose effect an object in one version can show. */
const shown: ReadonlySet<string> = new Set([
  ...["removed-field", "removed-enum-member", "changed-type", "optional-to-required", "new-required-field"],
  ...["changed-default", "removed-default", "tightened-rule", "changed-list-type", "renamed-json-key"],
]);

/**
 * Adds to changes an example object that shows the effect, if one is found. Does not search for
 * compatible changes and for codes that are not in `shown`. A change with an unknown effect becomes
 * breaking if an example is found. Otherwise, it gets the number of tested objects.
 */
export async function withExamples(
  changes: readonly StateChange[],
  old: API,
  now: API,
  search: Search,
): Promise<readonly StateChange[]> {
  const pairs = new Map(
    old.kinds.flatMap((kind) => {
      const same = now.kinds.find((other) => isSameKind(other, kind) && other.version === kind.version);
      return same === undefined ? [] : [[`${kind.group}/${nameOfKind(kind)}`, { old: kind, now: same }]];
    }),
  );
  const result: StateChange[] = [];
  for (const change of changes) {
    const pair = pairs.get(`${change.group}/${change.kind}`);
    const isSearched = change.severity !== "compatible" && shown.has(change.code);
    result.push(isSearched ? withFound(change, await findExample(change, pair, search)) : change);
  }
  return result;
}

function withFound(change: StateChange, { example, tried }: Found): StateChange {
  if (example !== undefined) return { ...change, severity: "breaking", example };
  return change.severity === "unknown" ? { ...change, samples: tried } : change;
}

/** A kind in both states. `schemas` is set when the first change of the kind is searched. */
interface KindPair {
  readonly old: APIKind;
  readonly now: APIKind;
  schemas?: SchemaPair;
}

/** Number of refused objects after which the search ends if the old API has accepted none. */
const mostRefused = 150;

interface Found {
  readonly example?: ChangeExample;
  readonly tried: number;
}

async function findExample(
  { path, severity, rule }: StateChange,
  pair: KindPair | undefined,
  search: Search,
): Promise<Found> {
  if (pair === undefined) return { tried: 0 };
  const { old, now } = pair;
  const schemas = (pair.schemas ??= schemasOf(old.schema(), now.schema()));
  const steps = parseSteps(path);
  if (isShared(old.value, steps) || isShared(now.value, steps)) return { tried: 0 };
  // The two schemas cannot show the change if they are equal at its path.
  if (isSameAt(schemas.old, schemas.now, steps)) return { tried: 0 };
  const most = samplesFor({ severity }, search);
  // Applies only this change to the old schema, so that no other change of the kind can cause the
  // difference.
  const alone = { ...schemas, now: graft(schemas.old, schemas.now, steps, rule) };
  let [tried, refused] = [0, 0];
  for (const sample of samplesAt(old, now, steps, most * attempts, makerOf(search))) {
    if (tried >= most) break;
    const verdict = judgeSample(alone, sample);
    if (verdict === "refused before") {
      // Ends the search if the old rules have refused all objects so far.
      if (++refused >= mostRefused && tried === 0) break;
      continue;
    }
    tried++;
    if (verdict === "same") continue;
    const smallest = await shrink((smaller) => judgeSample(alone, smaller), sample, verdict);
    const example = answered(schemas, smallest);
    if (example !== undefined) return { example: asWritten(example, old, steps), tried };
  }
  return { tried };
}

/**
 * Returns an example as a client would send it. If the kind has the status subresource, a server
 * drops the status of a new object. A refused status is therefore shown by an update of the
 * subresource, and any other difference of the status by a read of a stored object.
 */
function asWritten(example: ChangeExample, { resource }: APIKind, [first]: readonly ObjectStep[]): ChangeExample {
  const { operation, before, after } = example;
  if (first !== "status" || operation !== "create" || resource?.subresources.includes("status") !== true)
    return example;
  if (!isRecord(after) || !Object.hasOwn(after, "error")) return { ...example, operation: "read" };
  return { ...example, operation: "update", stored: { ...(before as object), status: undefined } };
}
