export interface Ware {
  name: string;
  text: string;
}
