export interface Spec {
  reporterName: string;
  people: string[];
}
