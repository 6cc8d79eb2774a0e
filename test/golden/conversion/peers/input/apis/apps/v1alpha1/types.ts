export interface Scale {
  replicas: number;
}
