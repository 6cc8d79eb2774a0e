import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/v1", "Ticket"> {
  metadata: ObjectMeta;
  channel?: Channel;
}

export type Channel = EmailChannel | ChatChannel;

export interface EmailChannel {

  address: string;
}

export interface ChatChannel {

  room: string;
}
