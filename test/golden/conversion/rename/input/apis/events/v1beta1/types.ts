export interface Event {
  reportingComponent: string;
  note: string;
}
