import type { Inner, Order, Orphan } from "./types.js";

export function SetDefaults_Order(obj: Order): void {
  const inner: Inner = { x: obj.note };
  SetDefaults_Inner(inner);
  obj.note = inner.x;
}

export function SetDefaults_Inner(obj: Inner): void {
  obj.x ||= "x";
}

export function SetDefaults_Orphan(obj: Orphan): void {
  obj.x ||= "x";
}
