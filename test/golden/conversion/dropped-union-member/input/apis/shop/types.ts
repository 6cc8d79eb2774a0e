export interface Card {
  kind: "Card";
  number: string;
}

export interface Cash {
  kind: "Cash";
  note: string;
}

export type Payment = Card | Cash;
