export interface Ware {
  title?: string;
  price: string;
}
