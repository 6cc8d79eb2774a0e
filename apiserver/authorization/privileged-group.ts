import type { Authorizer } from "../request/authorizer.js";

/**
 * Allows every request of users in the group `system:masters`, such as the administrator of a
 * standalone server.
 */
export const privilegedGroup: Authorizer = ({ user }) =>
  user.groups.includes("system:masters") ? "allow" : "no opinion";
