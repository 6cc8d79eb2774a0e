import { posix } from "node:path";
import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { packageById } from "../../engine/model/lookup.js";
import type { Package, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import { fuzzedTypes, groupOf } from "./activation.js";
import { versionOf } from "./body.js";
import type { Lookup } from "./lookup.js";
import { fromTesting } from "./tools.js";

export interface RoundTrips {
  readonly files: readonly FilePlan[];
  readonly problems: readonly Problem[];
}

const scheme: SymbolRef = { symbol: "Scheme", from: "@apimachinery/runtime", module: true };
const test: SymbolRef = { symbol: "test", from: "vitest", module: true };

/** A test for each group, beside the function that installs it. */
export function planRoundTrips(input: PlanInput, active: readonly Package[], lookup: Lookup): RoundTrips {
  const missing = ["schema", "register"].filter((generator) => !input.selected.has(generator));
  const [first] = active;
  if (missing.length > 0 && first !== undefined) {
    return {
      files: [],
      problems: [
        {
          code: "fuzz/no-scheme",
          severity: "info",
          message: `no round-trip tests are generated, because ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not among the generators`,
          position: first.position,
        },
      ],
    };
  }
  return { files: active.flatMap((home) => planRoundTrip(input, home, active, lookup) ?? []), problems: [] };
}

function planRoundTrip(input: PlanInput, home: Package, active: readonly Package[], lookup: Lookup): FilePlan | undefined {
  const install = installOf(input, home);
  const group = groupOf(home.markers);
  if (install === undefined || group === undefined) return undefined;
  const members = active.filter(({ markers }) => groupOf(markers) === group);
  const kinds = members.flatMap((member) =>
    fuzzedTypes(member).flatMap((type) => {
      if (type.shape.kind !== "object" || type.shape.typeMeta === undefined) return [];
      const schema = input.emitted(member.id, names.schema(type.name));
      const fuzz = lookup(member.id, type);
      return schema === undefined || fuzz === undefined ? [] : [{ schema, fuzz }];
    }),
  );
  if (kinds.length === 0) return undefined;
  const path = input.path(home.id, "roundtrip");
  const hub = servedHub(input.universe, members);
  const view = { scheme, test, install, kinds, laws: fromTesting("roundTripLaws"), options: hub === undefined ? "" : `, { hub: ${JSON.stringify({ group, version: hub })} }` };
  return { package: home.id, path, template: "round-trip", view, exports: ["scheme"] };
}

/** `Install`, a person's or a generated one. */
function installOf(input: PlanInput, home: Package): SymbolRef | undefined {
  const written = home.functions.find(({ name, exported }) => name === "Install" && exported);
  return written === undefined ? input.emitted(home.id, "Install") : functionSymbol(input.universe, written);
}

/** The version that the others convert into, where it is one that clients see. */
function servedHub(universe: Universe, members: readonly Package[]): string | undefined {
  for (const member of members) {
    for (const { name, value } of member.markers) {
      const peer = name === "k8s:conversion-gen" && value !== undefined ? packageById(universe, posix.join(member.id, value)) : undefined;
      if (peer !== undefined && members.includes(peer) && versionOf(peer) !== "__internal") return versionOf(peer);
    }
  }
  return undefined;
}
