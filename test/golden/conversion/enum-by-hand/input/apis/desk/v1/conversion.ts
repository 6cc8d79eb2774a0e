import type { ConversionScope } from "@apimachinery/runtime";
import type * as desk from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_desk_Ticket_To_v1_Ticket, autoConvert_v1_Ticket_To_desk_Ticket } from "./zz_generated.conversion.js";

export function Convert_v1_State_To_desk_State(input: v1.State, _scope: ConversionScope): desk.State {
  return input === "InProgress" ? "Active" : input;
}

export function Convert_desk_State_To_v1_State(input: desk.State, _scope: ConversionScope): v1.State {
  return input === "Active" ? "InProgress" : input;
}

/** +k8s:conversion-fn:loses=level */
export function Convert_desk_Ticket_To_v1_Ticket(input: desk.Ticket, scope: ConversionScope): v1.Ticket {
  return autoConvert_desk_Ticket_To_v1_Ticket(input, scope, { inline: input.inline === "b" ? "c" : "a", left: "a" });
}

export function Convert_v1_Ticket_To_desk_Ticket(input: v1.Ticket, scope: ConversionScope): desk.Ticket {
  return autoConvert_v1_Ticket_To_desk_Ticket(input, scope, { inline: input.inline === "c" ? "b" : "a", left: "a" });
}
