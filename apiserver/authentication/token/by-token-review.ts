import type { User } from "../../request/api-request.js";
import { createReview, type ReviewConfig } from "../../review/create-review.js";
import type { ReviewFields } from "../../review/read-review.js";
import type { TokenAuthenticator } from "./token-authenticator.js";

const tokenReview = { group: "authentication.k8s.io", kind: "TokenReview", resource: "tokenreviews" };

/**
 * Authenticates bearer tokens by TokenReviews of a cluster (Go: WebhookTokenAuthenticator). If the
 * review server sends no response, an invalid one, or an error, the authenticator throws an error.
 */
export function byTokenReview(config: ReviewConfig): TokenAuthenticator {
  return (token) => createReview(config, tokenReview, { token }, userOfStatus);
}

function userOfStatus(status: ReviewFields): User | undefined {
  if (!status.boolean("authenticated")) {
    const error = status.text("error");
    if (error !== "") throw new Error(error);
    return undefined;
  }
  const user = status.fields("user");
  const name = user.text("username");
  if (name === "") throw new Error("the token review authenticates a user without a name");
  const uid = user.text("uid");
  return {
    name,
    groups: user.texts("groups"),
    extra: user.textLists("extra"),
    ...(uid === "" ? {} : { uid }),
  };
}
