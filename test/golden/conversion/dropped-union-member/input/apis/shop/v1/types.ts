export interface Card {
  kind: "Card";
  number: string;
}

export interface Cash {
  kind: "Cash";
}

export type Payment = Card | Cash;
