import type { Covered, Labels, Order, OrderSpec, Part, Whole } from "./types.js";

export function SetDefaults_Order_Late(obj: Order): void {
  obj.note ??= "late";
}

export function SetDefaults_Order(obj: Order): void {
  obj.note ??= "function";
}

export function SetDefaults_OrderSpec(obj: OrderSpec): void {
  obj.s1 ||= "function";
}

export function SetDefaults_Part(obj: Part) {
  obj.name ||= "part";
}

export function SetDefaults_Labels(obj: Labels): void {
  obj["seen"] ??= "yes";
}

/** +k8s:defaulter-gen=covers */
export function SetDefaults_Covered(obj: Covered): void {
  obj.note ||= "covered";
}

export function SetObjectDefaults_Whole(obj: Whole): void {
  obj.part.name ||= "whole";
}
