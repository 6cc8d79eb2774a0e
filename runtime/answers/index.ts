/** The answers of an API server for one object, without a server. */
export { answerOf } from "./answer-of.js";
export { serveAnswers, type Port } from "./serve-answers.js";
export type * from "../questions/index.js";
