import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { define, valued } from "./define.js";

/** Definitions of markers of go-to-protobuf that have no effect in codegen. */
export const otherProtobufMarkers: readonly MarkerDefinition[] = define("go-to-protobuf", ["type", "field"], {
  "protobuf.*": valued("a string", "nullable=true", "The protobuf form of the type in Go", {
    raw: true,
    repeatable: true,
  }),
});
