/** Runs once the page has drawn what was set before. */
export const afterDrawn = (run: () => void): number => requestAnimationFrame(() => setTimeout(run));
