const actions = new Set<() => void>();

process.once("exit", () => {
  for (const action of actions) action();
});

/**
 * Runs an action when this process exits, so that no child process of the tests is left. All
 * actions share one listener, because Node warns about more than ten.
 * @returns a function that cancels the action
 */
export function atExit(action: () => void): () => void {
  actions.add(action);
  return () => {
    actions.delete(action);
  };
}
