import type { ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
export interface Widget extends TypeMeta<"shop.example.com/__internal", "Widget"> { metadata: ObjectMeta; spec: WidgetSpec }
export interface WidgetSpec { n?: int32; m: string }
export interface WidgetList extends TypeMeta<"shop.example.com/__internal", "WidgetList"> { metadata: ListMeta; items: Widget[] }
