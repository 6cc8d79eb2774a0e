import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { define } from "./define.js";

/** Definitions of markers of go-to-protobuf that have no effect in codegen. */
export const otherProtobufMarkers: readonly MarkerDefinition[] = define(
  "go-to-protobuf",
  ["type", "field"],
  [
    {
      name: "protobuf.*",
      value: "a string",
      description: "The protobuf form of the type in Go",
      example: "+protobuf.nullable=true",
      repeatable: true,
      raw: true,
    },
  ],
);
