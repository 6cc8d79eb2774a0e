import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { groupOf } from "../../engine/model/group-version.js";
import { allRoundTrips } from "../round-trip/all-round-trips.js";
import { pageOf, viewOf } from "./page.js";

/**
 * Generates a Markdown page for each version. It lists the fields that do not survive a round trip
 * through the version. The pages are in the folder `generated/lossy/<group>/` of the npm package.
 */
export const lossy: Generator = {
  name: "lossy",
  description: "pages with the fields that a round trip through a version loses",
  outputs: {},
  markers: [],
  options: {},
  templates: new URL("../../templates/lossy/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { context, targets } = allRoundTrips(input);
  const files = targets.flatMap(({ target, roundTrips }): FilePlan[] => {
    const group = groupOf(target.types);
    if (group === undefined || target.peers.length === 0) return [];
    const pages = input.pages(target.output.id);
    return input.memo("page", target.output.id, [pages, roundTrips], () => {
      const page = pageOf(context, target, group, roundTrips);
      if (page.kinds.length === 0) return [];
      const path = `${pages}/lossy/${group === "" ? "core" : group}/${target.output.name}.md`;
      return [{ package: target.output.id, path, template: "lossy", view: viewOf(page), exports: [] }];
    });
  });
  return { files, problems: [] };
}
