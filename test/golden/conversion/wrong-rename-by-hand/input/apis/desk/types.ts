export interface Spec {
  summary: string;
  people: string[];
}

export interface Other {
  subject: string;
  people: string[];
}

export interface Quoted {
  topic: string;
  people: string[];
}
