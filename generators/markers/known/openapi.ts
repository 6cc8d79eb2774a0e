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
      description: "The union's discriminator is optional",
      check: bare,
    },
    {
      name: "oneOf",
      places: ["field"],
      value: "a name",
      description: "At most one field with this name is set",
      example: "+oneOf=Source",
    },
    {
      name: "featureGate",
      value: "a feature's name",
      description: "The field is available if the feature is enabled",
      example: "+featureGate=MyFeature",
      repeatable: true,
      check: some,
    },
  ],
);
