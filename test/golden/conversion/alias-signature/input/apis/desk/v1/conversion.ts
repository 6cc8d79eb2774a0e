import type { ConversionScope } from "@apimachinery/runtime";
import type * as desk from "../types.js";
import type * as v1 from "./types.js";

/** Without a scope. */
export function Convert_v1_Role_To_desk_Role(input: v1.Role): desk.Role {
  return input;
}

/** Another result. */
export function Convert_desk_State_To_v1_State(input: desk.State, _scope: ConversionScope): string {
  return input;
}
