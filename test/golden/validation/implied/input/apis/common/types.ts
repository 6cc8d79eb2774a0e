/** A type of a folder without kinds. */
export interface Money {
  amount: string;
  currency: "EUR" | "USD";
}
