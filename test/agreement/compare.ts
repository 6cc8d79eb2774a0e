import * as fc from "fast-check";
import { pruned } from "../../runtime/crd/prune.js";
import { jsonEqual } from "../../runtime/json/values.js";
import { bodyOf, clusterAnswer, type Answer, type Both, type BothForms, type Server } from "./answers.js";
import { edits, type Edit } from "./near-misses.js";
import { fixedRequests, type Request } from "./fixed-requests.js";
import { partRows } from "./part-rows.js";
import { withChanges, type Change } from "./parts.js";
import { sentValues } from "./random-objects.js";

/**
 * The differences between a server and a cluster that are no mistakes.
 */
export const rows = {
  canonical: "a server reads and writes Quantity, Duration, Time and bytes as Go does",
  oneSided:
    "strings of bytes, Time, MicroTime, Duration and Quantity that [only one accepts](#strings-that-only-one-accepts)",
  decoder: "the decoder of a server refuses with 400 what a CRD answers with 422",
  tooLarge:
    "a server refuses with 400 integers beyond ±(2^53 - 1), and beyond int32 in an IntOrString; a cluster stores them",
  handWritten: "defaults and rules that are hand-written functions",
  reported: "crd/lost-rule reports the difference at its marker or property",
  zero: "a property without ? always has a value in a server, so one that may be left out is stored as a zero",
  omitZero:
    "a zero of a property with +omitzero is unset in a server, as in Go: a default replaces it, and no rule applies",
  runtime:
    "types such as LabelSelector and Condition have rules in a CRD; in a server, as in Kubernetes, hand-written functions such as validateConditions check them",
  otherMembers:
    "a server drops the properties of a union's other members as unknown fields, and a cluster refuses them",
  schemaless: "a server requires the type and the rules of a property with Schemaless, for which a CRD has no schema",
  added: "an update adds an object with an immutable property: a transition rule has no old value",
} as const;

export type Row = keyof typeof rows;

/** The results of comparing the answers of a server and a cluster for one type. */
export interface Comparison {
  readonly kind: string;
  objects: number;
  accepted: number;
  readonly excused: Map<Row, number>;
  /** The differences that no row excuses. */
  readonly differences: string[];
}

/** Random objects: their number, and the seed that repeats them. */
export interface Samples {
  readonly seed: number;
  readonly runs: number;
}

/** What may differ for a type. */
export interface Excuses {
  readonly isReported: boolean;
  readonly isHandWritten: boolean;
  readonly addsImmutable: boolean;
  readonly isSchemaless?: boolean;
}

/** A body, with which an object is created. */
export interface Sample {
  readonly body: object;
  /** Makes the body of an update from the object before. Default: the body of the create. */
  readonly edit?: Edit;
}

/** Returns samples of a small type, whose objects need not be valid. */
export function sentSamples({ schema, separatesStatus }: BothForms, { seed, runs }: Samples): readonly Sample[] {
  const values = sentValues(schema).map((one) => ({ body: bodyOf(one as object, separatesStatus) }));
  return fc.sample(values, { seed, numRuns: runs });
}

/** Returns samples of a large type: valid objects, which are changed at a few places. */
export function nearSamples(
  { crd, separatesStatus }: BothForms,
  valid: fc.Arbitrary<object>,
  { seed, runs }: Samples,
): readonly Sample[] {
  const values = fc.tuple(valid, edits(), edits()).map(([value, first, edit]) => ({
    // Fuzzers fill metadata inside of objects, of which CRDs have only some properties.
    body: first(pruned(bodyOf(value, separatesStatus), crd) as object),
    edit,
  }));
  return fc.sample(values, { seed, numRuns: runs });
}

/** Compares the answers to fixed requests, and to random creates and updates. */
export async function compare(
  server: Server,
  form: BothForms,
  samples: readonly Sample[],
  excuses: Excuses,
): Promise<Comparison> {
  const result: Comparison = { kind: form.kind, objects: 0, accepted: 0, excused: new Map(), differences: [] };
  for (const request of fixedRequests[form.kind] ?? []) await judge(server, form, result, excuses, request);
  let old: object | undefined;
  for (const { body, edit } of samples) {
    const created = await judge(server, form, result, excuses, { body });
    if (old !== undefined) await judge(server, form, result, excuses, { body: edit?.(old) ?? body, old });
    old = created ?? old;
  }
  return result;
}

/** Returns the stored object if both store the same one. */
async function judge(
  server: Server,
  form: BothForms,
  result: Comparison,
  excuses: Excuses,
  request: Request,
): Promise<object | undefined> {
  result.objects++;
  const both = await answersOf(server, form, request);
  if (isSame(both)) {
    if (both.server.status === 400) count(result, "decoder");
    if (both.server.stored === undefined) return undefined;
    result.accepted++;
    return both.server.stored as object;
  }
  const row = await excuseOf(server, form, excuses, request, both);
  if (row === undefined) result.differences.push(textOf(request, both));
  else count(result, row);
  return undefined;
}

function count({ excused }: Comparison, row: Row): void {
  excused.set(row, (excused.get(row) ?? 0) + 1);
}

async function answersOf(server: Server, form: BothForms, { body, old }: Request): Promise<Both> {
  return { cluster: clusterAnswer(form, body, old), server: await server.answer(form, body, old) };
}

function isSame({ cluster, server }: Both): boolean {
  if (cluster.stored === undefined || server.stored === undefined) return cluster.stored === server.stored;
  return jsonEqual(cluster.stored, server.stored);
}

/** Returns the row that excuses a difference. An object can need the changes of several rows. */
async function excuseOf(
  server: Server,
  form: BothForms,
  excuses: Excuses,
  request: Request,
  both: Both,
): Promise<Row | undefined> {
  let [sent, answers] = [request, both];
  for (const { row, change, view } of partRows) {
    const next = change === undefined ? sent : await withChangedObjects(server, form, sent, change);
    if (!jsonEqual(next, sent)) [sent, answers] = [next, await answersOf(server, form, next)];
    if (isSame(view(form.schema, answers))) return row;
  }
  if (excuses.isHandWritten) return "handWritten";
  if (excuses.isReported) return "reported";
  if (excuses.isSchemaless === true) return "schemaless";
  const isAdded = answers.server.errors?.some((text) => text.includes("field is immutable")) === true;
  return excuses.addsImmutable && request.old !== undefined && isAdded ? "added" : undefined;
}

/** Returns a request with changed objects. The object before an update stays valid. */
async function withChangedObjects(
  server: Server,
  form: BothForms,
  { body, old }: Request,
  change: Change,
): Promise<Request> {
  const changed = (object: object) => withChanges(form.schema, object, change) as object;
  if (old === undefined) return { body: changed(body) };
  const before = changed(old);
  const answers = jsonEqual(before, old) ? undefined : await answersOf(server, form, { body: before });
  const isValid = answers?.server.stored !== undefined && answers.cluster.stored !== undefined;
  return { body: changed(body), old: isValid ? before : old };
}

function textOf(request: Request, { cluster, server }: Both): string {
  const from = request.old === undefined ? "" : `${JSON.stringify(request.old)} → `;
  const answer = (name: string, one: Answer) => `  ${name}: ${JSON.stringify(one.stored ?? one.errors).slice(0, 1200)}`;
  return [`${from}${JSON.stringify(request.body)}`, answer("cluster", cluster), answer("server", server)].join("\n");
}

/** Returns the shortest differences. */
export function shortest({ differences }: Comparison): readonly string[] {
  return differences.toSorted((a, b) => a.length - b.length).slice(0, 3);
}

/** Returns the results as a line of a table. */
export function lineOf({ kind, objects, accepted, excused, differences }: Comparison, { seed }: Samples): string {
  const rest = [...excused].map(([row, many]) => `${row} ${String(many)}`).join(", ");
  return `${kind}, seed ${String(seed)}: ${String(objects)} objects, ${String(accepted)} stored, ${String(differences.length)} differ${rest === "" ? "" : `; ${rest}`}`;
}
