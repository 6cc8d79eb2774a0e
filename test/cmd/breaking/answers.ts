import type { APIKind } from "../../../cmd/codegen/breaking/form/api.js";
import { parseSteps, valueAtPath } from "../../../cmd/codegen/breaking/form/parts.js";
import { objectWith, randomValue, smallValue } from "../../../cmd/codegen/breaking/samples/build-object.js";
import { candidatesOf, type Maker } from "../../../cmd/codegen/breaking/samples/candidates.js";
import { judgeSample, schemasOf } from "../../../cmd/codegen/breaking/samples/judge.js";
import { randomOf } from "../../../cmd/codegen/breaking/samples/random.js";
import type { CRDSchema } from "../../../runtime/crd/index.js";
import { sizeOf } from "../../sizes.js";

const objects = sizeOf("EDIT_OBJECTS");

/** Reports whether an object near the edited place has another answer than before. */
export function isRefused(kind: APIKind, before: CRDSchema, after: CRDSchema, path: string, seed: number): boolean {
  const both = schemasOf(before, after);
  const random = randomOf(seed + 1);
  const maker: Maker = {
    ...{ random, known: new WeakMap() },
    small: (value) => smallValue(value, maker),
  };
  const steps = parseSteps(path);
  const value = valueAtPath(kind.value, steps);
  if (value === undefined) return false;
  const candidates = [null, ...candidatesOf(value, undefined, maker)];
  return Array.from({ length: objects }).some((_, index) => {
    const candidate = index < candidates.length ? candidates[index] : randomValue(value, maker);
    const verdict = judgeSample(both, { sent: objectWith(kind, steps, candidate, maker) });
    return typeof verdict !== "string";
  });
}
