import type { ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
export interface Widget extends TypeMeta<"shop.example.com/v1", "Widget"> { metadata: ObjectMeta; spec: WidgetSpec }
export interface WidgetSpec { /** +default=5 */ n?: int32; m: string }
export interface WidgetList extends TypeMeta<"shop.example.com/v1", "WidgetList"> { metadata: ListMeta; items: Widget[] }
