import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { bare, define, some } from "./define.js";

/** Definitions of markers of openapi-gen and of other tools that have no effect in codegen. */
export const otherOpenAPIMarkers: readonly MarkerDefinition[] = define(
  "openapi-gen",
  ["type", "field"],
  [
    {
      name: "unionDeprecated",
      places: ["field"],
      value: "none",
      description: "The discriminator of the union is optional",
      check: bare,
    },
    {
      name: "oneOf",
      places: ["field"],
      value: "a name",
      description: "At most one of the fields with this marker and name must be set",
      example: "+oneOf=Source",
    },
    {
      name: "featureGate",
      value: "the name of a feature",
      description: "The field is available if the feature is enabled",
      example: "+featureGate=MyFeature",
      repeatable: true,
      check: some,
    },
  ],
);
