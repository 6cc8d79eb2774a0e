import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { otherProtobufMarkers } from "../markers/known/protobuf.js";
import type { Package, PackageId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { names } from "../../engine/base/names.js";
import { protobufMarkers } from "../markers/protobuf.js";
import { packageMessages, type PackageMessages } from "../messages/package-messages.js";
import { planProto } from "./proto-file.js";
import { wireTypeProblems } from "./type-problems.js";
import { numberedMessages } from "./numbered-field.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/**
 * Generates the protobuf messages of each package with `+k8s:protobuf-gen=package` in
 * `generated/proto/<group>/<version>/generated.proto`. The schemas contain the same field numbers,
 * which the runtime uses to encode and decode objects.
 */
export const protobuf: Generator = {
  name: "protobuf",
  description: "protobuf: generated.proto",
  outputs: {},
  after: ["schema"],
  markers: protobufMarkers,
  problems: [protobufProblems],
  otherMarkers: otherProtobufMarkers,
  options: {},
  templates: new URL("../../templates/protobuf/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const problems: Problem[] = [];
  const found = input.packages.flatMap((pkg) => packageMessages(input, pkg, schemaFile(input, pkg), problems) ?? []);
  const all = new Map<PackageId, PackageMessages>(found.map((own) => [own.pkg.id, own]));
  const files = found.flatMap((own): readonly FilePlan[] => {
    const ofTypes: Problem[] = [];
    const numbered = numberedMessages({ universe: input.universe, all, problems: ofTypes }, own);
    problems.push(...wireTypeProblems(own, numbered), ...ofTypes);
    return [planProto(own, numbered)];
  });
  return { files, problems };
}

/** Returns the path of a package's schemas; undefined if it has none. */
function schemaFile({ emitted }: PlanInput, { id, types }: Package): string | undefined {
  const [found] = Object.keys(types).flatMap((type) => emitted(id, names.schema(type)) ?? []);
  return found?.from;
}
