import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { define, none, some, valued } from "./define.js";

/** Definitions of markers of openapi-gen and of other tools that have no effect in codegen. */
export const otherOpenAPIMarkers: readonly MarkerDefinition[] = define("openapi-gen", ["type", "field"], {
  unionDeprecated: none("The discriminator of the union is optional", { places: ["field"] }),
  oneOf: valued("a name", "=Source", "At most one of the fields with this marker and name must be set", {
    places: ["field"],
  }),
  featureGate: valued("the name of a feature", "=MyFeature", "The field is available if the feature is enabled", {
    repeatable: true,
    check: some,
  }),
});
