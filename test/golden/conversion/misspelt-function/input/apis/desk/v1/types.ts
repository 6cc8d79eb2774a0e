export interface Spec {
  caller: string;
  people: string;
}
