import { isRecord } from "../../../../engine/util/is-record.js";
import type { ChangeExample } from "../form/change.js";
import type { ComparedSample, SampleVerdict } from "./judge.js";

/** Maximum number of smaller objects that are tested for one example. */
const maxTries = 200;

/** Returns the smallest found object that shows the same kind of difference. */
export async function shrink(
  judge: (sample: ComparedSample) => SampleVerdict | Promise<SampleVerdict>,
  sample: ComparedSample,
  found: ChangeExample,
): Promise<ChangeExample> {
  let best = { sample, found };
  let tries = 0;
  const step = async (): Promise<boolean> => {
    for (const sent of smallerObjects(best.sample.sent)) {
      if (++tries > maxTries) return false;
      const smaller = { ...best.sample, sent };
      const verdict = await judge(smaller);
      if (typeof verdict === "string" || kindOf(verdict) !== kindOf(best.found)) continue;
      best = { sample: smaller, found: verdict };
      return true;
    }
    return false;
  };
  while (await step());
  return best.found;
}

/**
 * Returns the kind of a difference. Refusals with the same reason are of the same kind, even if
 * their messages contain different values.
 */
function kindOf({ after }: ChangeExample): string {
  if (!isRecord(after) || typeof after["error"] !== "string") return "changed";
  return after["error"].replaceAll(/"[^"]*"/g, '""').replace(/: -?\d\S*:/, ":");
}

/** Returns smaller variants of a string, a number or a boolean. */
type Shorten = (value: unknown) => readonly unknown[];

const shorten: Shorten = (value) => {
  if (typeof value === "string" && value.length > 1) return [value.slice(0, value.length / 2), value.slice(1)];
  return typeof value === "number" && Math.abs(value) > 1 ? [Math.trunc(value / 2), value - Math.sign(value)] : [];
};

/**
 * Returns variants of an object, each without one property or item, or with a smaller scalar. Keeps
 * kind, apiVersion and metadata.
 */
export function smallerObjects(object: object, ofScalar = shorten): readonly object[] {
  const { apiVersion, kind, metadata, ...body } = object as Readonly<Record<string, unknown>>;
  return smaller(body, ofScalar).map((part) => ({ apiVersion, kind, ...(part as object), metadata }));
}

function smaller(value: unknown, ofScalar: Shorten): readonly unknown[] {
  if (Array.isArray(value)) return smallerLists(value, ofScalar);
  return isRecord(value) ? smallerRecords(value, ofScalar) : ofScalar(value);
}

function smallerLists(list: readonly unknown[], ofScalar: Shorten): readonly unknown[] {
  const without = list.map((_, index) => list.toSpliced(index, 1));
  const inside = list.flatMap((item, index) => smaller(item, ofScalar).map((part) => list.with(index, part)));
  return [...without, ...inside];
}

function smallerRecords(record: Readonly<Record<string, unknown>>, ofScalar: Shorten): readonly unknown[] {
  const entries = Object.entries(record);
  const without = entries.map((_, index) => Object.fromEntries(entries.toSpliced(index, 1)));
  const inside = entries.flatMap(([name, value]) =>
    smaller(value, ofScalar).map((part) => ({ ...record, [name]: part })),
  );
  return [...without, ...inside];
}
