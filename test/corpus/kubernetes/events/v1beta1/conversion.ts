import type { ConversionScope } from "@apimachinery/runtime";
import type * as core from "../../core/types.js";
import {
  Convert_core_EventSource_To_v1_EventSource,
  Convert_core_ObjectReference_To_v1_ObjectReference,
  Convert_v1_EventSource_To_core_EventSource,
  Convert_v1_ObjectReference_To_core_ObjectReference,
} from "../../core/v1/zz_generated.conversion.js";
import type * as v1beta1 from "./types.js";
import {
  autoConvert_core_Event_To_v1beta1_Event,
  autoConvert_v1beta1_Event_To_core_Event,
} from "./zz_generated.conversion.js";

/** The deprecated fields of this version are the fields of the core group's events. */
export function Convert_v1beta1_Event_To_core_Event(input: v1beta1.Event, scope: ConversionScope): core.Event {
  return autoConvert_v1beta1_Event_To_core_Event(input, scope, {
    involvedObject: Convert_v1_ObjectReference_To_core_ObjectReference(input.regarding, scope),
    message: input.note ?? "",
    source: Convert_v1_EventSource_To_core_EventSource(input.deprecatedSource, scope),
    firstTimestamp: input.deprecatedFirstTimestamp,
    lastTimestamp: input.deprecatedLastTimestamp,
    count: input.deprecatedCount ?? 0,
  });
}

export function Convert_core_Event_To_v1beta1_Event(input: core.Event, scope: ConversionScope): v1beta1.Event {
  return autoConvert_core_Event_To_v1beta1_Event(input, scope, {
    regarding: Convert_core_ObjectReference_To_v1_ObjectReference(input.involvedObject, scope),
    note: input.message,
    deprecatedSource: Convert_core_EventSource_To_v1_EventSource(input.source, scope),
    deprecatedFirstTimestamp: input.firstTimestamp,
    deprecatedLastTimestamp: input.lastTimestamp,
    deprecatedCount: input.count,
  });
}
