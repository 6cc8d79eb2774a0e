export interface Basket {
  note: string;
}
