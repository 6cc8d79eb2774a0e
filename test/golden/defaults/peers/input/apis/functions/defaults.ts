import type { Order } from "../shop/v1/types.js";

/** The configuration names this folder as a peer. */
export function SetDefaults_Order(obj: Order): void {
  obj.note ||= "peer";
}
