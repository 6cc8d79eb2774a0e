import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/__internal", "Ticket"> {
  metadata: ObjectMeta;
  channel?: Channel;
}

export type Channel = EmailChannel | ChatChannel;

export interface EmailChannel {
  type: "Email";
  address: string;
}

export interface ChatChannel {
  type: "Chat";
  room: string;
}
