import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/generator.js";
import type { PackageId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { planCode } from "./code-file.js";
import { protobufMarkers } from "./markers.js";
import { packageMessages, type PackageMessages } from "./package-messages.js";
import { planProto } from "./proto-file.js";
import { typeProblems } from "./type-problems.js";
import type { WireScope } from "./wire-of.js";

/**
 * Generates the messages of each package with `+k8s:protobuf-gen=package`:
 * `generated/proto/<group>/<version>/generated.proto`, and the functions that write and read the
 * types.
 */
export const protobuf: Generator = {
  name: "protobuf",
  description: "protobuf: generated.proto, Marshal_<T>, Unmarshal_<T>, RegisterProtobuf",
  outputs: { protobuf: "zz_generated.protobuf.ts" },
  markers: protobufMarkers,
  options: {},
  templates: new URL("../../templates/protobuf/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const problems: Problem[] = [];
  const found = input.packages.flatMap((pkg) => packageMessages(input, pkg, problems) ?? []);
  const all = new Map<PackageId, PackageMessages>(found.map((own) => [own.pkg.id, own]));
  const files = found.flatMap((own): readonly FilePlan[] => {
    const codeOf = (pkg: PackageId): string => input.path(pkg, "protobuf");
    const scope: WireScope = { universe: input.universe, all, codeOf, problems };
    const muted: WireScope = { ...scope, problems: [] };
    problems.push(...typeProblems(muted, own));
    return [planCode(input, scope, own), planProto(muted, own)];
  });
  return { files, problems };
}
