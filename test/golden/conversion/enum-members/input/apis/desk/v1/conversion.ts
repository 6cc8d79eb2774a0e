import type { ConversionScope } from "@apimachinery/runtime";
import type { Task } from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_v1_Task_To_desk_Task } from "./zz_generated.conversion.js";

export function Convert_v1_Task_To_desk_Task(input: v1.Task, scope: ConversionScope): Task {
  return autoConvert_v1_Task_To_desk_Task(input, scope, { mentioned: input.mentioned === "c" ? "b" : "a" });
}
