import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/generator.js";
import { groupOf } from "../../engine/model/group-version.js";
import { allTrips } from "../round-trip/all-round-trips.js";
import { pageOf, viewOf } from "./page.js";

/**
 * Which fields of a hub don't survive a trip through a version: a page for each version, in
 * `generated/lossy/<group>/` of its npm package.
 */
export const lossy: Generator = {
  name: "lossy",
  description: "pages of what a trip through a version loses",
  outputs: {},
  markers: [],
  options: {},
  templates: new URL("../../templates/lossy/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { world, setups } = allTrips(input);
  const files = setups.flatMap(({ setup, trips }): FilePlan[] => {
    const group = groupOf(setup.types);
    if (group === undefined || setup.peers.length === 0) return [];
    const pages = input.pages(setup.output.id);
    return input.memo("page", setup.output.id, [pages, trips], () => {
      const page = pageOf(world, setup, group, trips);
      if (page.kinds.length === 0) return [];
      const path = `${pages}/lossy/${group === "" ? "core" : group}/${setup.output.name}.md`;
      return [{ package: setup.output.id, path, template: "lossy", view: viewOf(page), exports: [] }];
    });
  });
  return { files, problems: [] };
}
