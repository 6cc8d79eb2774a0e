import type { Order } from "../shop/v1/types.js";

/** Stands in a folder of its own, which the configuration names as a peer. */
export function SetDefaults_Order(obj: Order): void {
  obj.note ||= "peer";
}
