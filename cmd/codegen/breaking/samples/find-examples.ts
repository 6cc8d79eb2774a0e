import type { CRDSchema } from "../../../../runtime/crd/index.js";
import type { API, APIKind } from "../form/api.js";
import type { StateChange, ChangeExample } from "../form/change.js";
import { parseSteps, type ObjectStep } from "../form/parts.js";
import { isShared } from "./build-object.js";
import { graft, isSameAt } from "./graft.js";
import { answered, isPlainRecord, judgeSample, schemasOf, type SchemaPair } from "./judge.js";
import { attempts, makerOf, samplesAt, samplesFor, type Search } from "./samples-at.js";
import { shrink } from "./shrink.js";

/** Codes of changes whose effect an object in one version can show. */
const shown: ReadonlySet<string> = new Set([
  ...["removed-field", "removed-enum-member", "changed-type", "optional-to-required", "new-required-field"],
  ...["changed-default", "removed-default", "tightened-rule", "changed-list-type", "renamed-json-key"],
]);

/**
 * Adds to each change an example object that shows its effect, if one is found. A change with an
 * unknown effect becomes breaking if an example is found. Otherwise, it gets the number of tested
 * objects.
 */
export async function withExamples(
  changes: readonly StateChange[],
  old: API,
  now: API,
  search: Search,
): Promise<readonly StateChange[]> {
  const finder = new Finder(old, now, search);
  const found: StateChange[] = [];
  for (const change of changes) found.push(await withExample(change, finder));
  return found;
}

async function withExample(change: StateChange, finder: Finder): Promise<StateChange> {
  if (change.severity === "compatible" || !shown.has(change.code)) return change;
  const { example, tried } = await finder.find(change);
  if (example !== undefined) return { ...change, severity: "breaking", example };
  return change.severity === "unknown" ? { ...change, samples: tried } : change;
}

/** Number of refused objects after which the search ends if the old API has accepted none. */
const mostRefused = 150;

interface Found {
  readonly example?: ChangeExample;
  readonly tried: number;
}

class Finder {
  readonly #old: ReadonlyMap<string, APIKind>;
  readonly #now: ReadonlyMap<string, APIKind>;
  readonly #search: Search;
  readonly #schemas = new Map<string, SchemaPair | undefined>();

  constructor(old: API, now: API, search: Search) {
    const byId = ({ kinds }: API): ReadonlyMap<string, APIKind> =>
      new Map(kinds.map((kind) => [`${kind.group}/${kind.version}.${kind.name}`, kind]));
    this.#old = byId(old);
    this.#now = byId(now);
    this.#search = search;
  }

  async find({ group, kind, path, severity, rule }: StateChange): Promise<Found> {
    const id = `${group}/${kind}`;
    const [old, now] = [this.#old.get(id), this.#now.get(id)];
    const schemas = this.#schemasOf(id, old, now);
    if (old === undefined || now === undefined || schemas === undefined) return { tried: 0 };
    const steps = parseSteps(path);
    if (isShared(old.value, steps) || isShared(now.value, steps)) return { tried: 0 };
    // The two schemas cannot show the change if they are equal at its path.
    if (isSameAt(schemas.old, schemas.now, steps)) return { tried: 0 };
    const most = samplesFor({ severity }, this.#search);
    // Applies only this change to the old schema, so that no other change of the kind can cause the
    // difference.
    const alone = { ...schemas, now: graft(schemas.old, schemas.now, steps, rule) };
    let [tried, refused] = [0, 0];
    for (const sample of samplesAt(old, now, steps, most * attempts, makerOf(this.#search))) {
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

  #schemasOf(id: string, old: APIKind | undefined, now: APIKind | undefined): SchemaPair | undefined {
    if (this.#schemas.has(id)) return this.#schemas.get(id);
    const [before, after]: (CRDSchema | undefined)[] = [old?.schema(), now?.schema()];
    const schemas = before === undefined || after === undefined ? undefined : schemasOf(before, after);
    this.#schemas.set(id, schemas);
    return schemas;
  }
}

/**
 * Returns an example as a client would send it. If the kind has the status subresource, a server
 * drops the status of a new object. A changed status is therefore shown by an update of the
 * subresource, and a different result for a stored status by a read.
 */
function asWritten(example: ChangeExample, { resource }: APIKind, [first]: readonly ObjectStep[]): ChangeExample {
  const { operation, before, after } = example;
  if (first !== "status" || operation !== "create" || resource?.subresources.includes("status") !== true)
    return example;
  if (!isPlainRecord(after) || !Object.hasOwn(after, "error")) return { ...example, operation: "read" };
  return { ...example, operation: "update", stored: { ...(before as object), status: undefined } };
}
