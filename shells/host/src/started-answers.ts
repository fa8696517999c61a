/** The document asks some questions before the scripts arrive (document.ts). */
declare global {
  interface Window {
    startedAnswers?: Record<string, Promise<Response>>;
  }
}

/** Fetches an address, or returns the answer that the document has asked for already; each of those is taken once. */
export const fetchStarted: typeof fetch = (address, init) => {
  const started = window.startedAnswers?.[String(address)];
  if (!started) return fetch(address, init);
  delete window.startedAnswers?.[String(address)];
  return started;
};
