import * as fc from "fast-check";
import { jsonEqual } from "../../runtime/json/values.js";
import { clusterAnswer, type Answer, type BothForms, type Server } from "./answers.js";
import { canonical, withoutZeros } from "./canonical.js";
import { sentValues } from "./random-objects.js";

/**
 * The differences between a server and a cluster that are no mistakes. The first three are those of
 * the law; the others are decisions, each with its reason.
 */
export const rows = {
  canonical: "a server writes Quantity, Duration, Time and bytes in their canonical form",
  decoder: "the decoder of a server refuses with 400 what a CRD answers with 422",
  handWritten: "defaults and rules that are hand-written functions",
  reported: "crd/lost-rule reports the difference at its marker or property",
  zero: "a property without ? always has a value in a server, so one that may be left out is stored as a zero",
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

/** What may differ for a type. */
export interface Excuses {
  readonly isReported: boolean;
  readonly isHandWritten: boolean;
  readonly addsImmutable: boolean;
}

/** Compares the answers to random creates and updates. */
export async function compare(server: Server, form: BothForms, runs: number, excuses: Excuses): Promise<Comparison> {
  const result: Comparison = { kind: form.kind, objects: 0, accepted: 0, excused: new Map(), differences: [] };
  const values = sentValues(form.schema).map((one) => bodyOf(one));
  let old: object | undefined;
  for (const body of fc.sample(values, { seed: 1, numRuns: runs })) {
    const created = await judge(server, form, result, excuses, { body });
    if (old !== undefined) await judge(server, form, result, excuses, { body, old });
    old = created ?? old;
  }
  return result;
}

function bodyOf(value: unknown): object {
  const { spec, status } = value as { readonly spec?: unknown; readonly status?: unknown };
  return { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
}

interface Request {
  readonly body: object;
  readonly old?: object;
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

interface Both {
  readonly cluster: Answer;
  readonly server: Answer;
}

async function answersOf(server: Server, form: BothForms, { body, old }: Request): Promise<Both> {
  return { cluster: clusterAnswer(form, body, old), server: await server.answer(form, body, old) };
}

function isSame({ cluster, server }: Both): boolean {
  if (cluster.stored === undefined || server.stored === undefined) return cluster.stored === server.stored;
  return jsonEqual(cluster.stored, server.stored);
}

async function excuseOf(
  server: Server,
  form: BothForms,
  excuses: Excuses,
  { body, old }: Request,
  both: Both,
): Promise<Row | undefined> {
  const plain = {
    body: canonical(form.schema, body) as object,
    ...(old && { old: canonical(form.schema, old) as object }),
  };
  const again = jsonEqual(plain, { body, ...(old && { old }) }) ? both : await answersOf(server, form, plain);
  if (isSame(again)) return "canonical";
  const stored = withoutZeros(form.schema, again.server.stored, again.cluster.stored);
  if (isSame({ ...again, server: { ...again.server, stored } })) return "zero";
  if (excuses.isHandWritten) return "handWritten";
  if (excuses.isReported) return "reported";
  const isAdded = again.server.errors?.some((text) => text.includes("field is immutable")) === true;
  return excuses.addsImmutable && old !== undefined && isAdded ? "added" : undefined;
}

function textOf(request: Request, { cluster, server }: Both): string {
  const from = request.old === undefined ? "" : `${JSON.stringify(request.old)} → `;
  const answer = (name: string, one: Answer) => `  ${name}: ${JSON.stringify(one.stored ?? one.errors).slice(0, 300)}`;
  return [`${from}${JSON.stringify(request.body)}`, answer("cluster", cluster), answer("server", server)].join("\n");
}

/** Returns the results as a line of a table. */
export function lineOf({ kind, objects, accepted, excused, differences }: Comparison): string {
  const rest = [...excused].map(([row, many]) => `${row} ${String(many)}`).join(", ");
  return `${kind}: ${String(objects)} objects, ${String(accepted)} stored, ${String(differences.length)} differ${rest === "" ? "" : `; ${rest}`}`;
}
