import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { define } from "./define.js";

/** Markers of go-to-protobuf without an effect. */
export const otherProtobufMarkers: readonly MarkerDefinition[] = define(
  "go-to-protobuf",
  ["type", "field"],
  [
    {
      name: "protobuf.*",
      value: "a string",
      description: "How Go's type is written as protobuf",
      example: "+protobuf.nullable=true",
      repeatable: true,
      raw: true,
    },
  ],
);
