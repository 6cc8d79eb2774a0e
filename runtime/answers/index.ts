/** Computes the responses of an API server to requests for one object, without a server. */
export { answerOf } from "./answer-of.js";
export { serveAnswers, type Port } from "./serve-answers.js";
export type * from "../questions/index.js";
