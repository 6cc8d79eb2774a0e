export interface Order {
  x: string;
}
