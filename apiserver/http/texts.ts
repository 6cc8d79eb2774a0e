import { goQuote } from "@apimachinery/runtime";
import type { Answer, Headers } from "./types.js";

/** Go's http.Error: a line of plain text that browsers are told not to take for anything else. */
export function textError(status: number, text: string, headers: Headers = {}): Answer {
  return {
    status,
    headers: { ...headers, "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: `${text}\n`,
  };
}

/** What the chain answers where a request breaks before anybody knows what it is about. */
export function internalServerError(uri: string, message: string): Answer {
  return textError(500, `Internal Server Error: ${goQuote(escapeHTML(uri))}: ${escapeHTML(message)}`);
}

/** Paths come from clients: they are shown as text. */
export function escapeHTML(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character);
}
