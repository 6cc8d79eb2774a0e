import type { ConversionScope } from "@apimachinery/runtime";
import type * as events from "../types.js";
import type * as v1beta1 from "./types.js";
import { autoConvert_events_Event_To_v1beta1_Event, autoConvert_v1beta1_Event_To_events_Event } from "./zz_generated.conversion.js";

export function Convert_v1beta1_Event_To_events_Event(input: v1beta1.Event, scope: ConversionScope): events.Event {
  return autoConvert_v1beta1_Event_To_events_Event(input, scope, { deep: { series: { count: 0 } }, series: undefined });
}
export function Convert_events_Event_To_v1beta1_Event(input: events.Event, scope: ConversionScope): v1beta1.Event {
  const out = autoConvert_events_Event_To_v1beta1_Event(input, scope);
  out.note += String((input.series ?? input.deep.series).count);
  return out;
}
