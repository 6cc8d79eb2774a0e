import { StatusError } from "../errors/index.js";
import type { Answer } from "../http/exchange.js";
import { statusAnswer } from "../negotiation/render.js";
import type { APIRequest } from "./context.js";
import type { APIHandler, Filter } from "./filter.js";

/** Errors that are a Status become an answer in the form that the client wants; all others go on. */
export async function withStatusErrors(next: APIHandler, request: APIRequest): Promise<Answer> {
  try {
    return await next(request);
  } catch (error) {
    if (error instanceof StatusError) return statusAnswer(request, error.status);
    throw error;
  }
}

/** `Warning` headers. Also where errors become answers: it stands further out than Go's, so that it does so for all filters. */
export const warningRecorder: Filter = (next) => async (request) => {
  const answer = await withStatusErrors(next, request);
  const warnings = request.warnings.headers();
  if (warnings.length > 0) request.responseHeaders["warning"] = warnings;
  return answer;
};
