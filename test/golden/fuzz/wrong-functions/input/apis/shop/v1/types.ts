export interface Cart {
  items: Item[];
}
export interface Item {
  name: string;
}
export interface Price {
  amount: number;
}
export interface Order {
  id: string;
}
export interface Shelf {
  width: number;
}
