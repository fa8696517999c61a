/** The dashboard somebody was in last, so that pages outside of one, and the next sign-in, lead back there. */
const KEY = 'feira.dashboard';

export function readLastDashboard(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Browsers may forbid storing; then the first dashboard is taken. */
export function keepLastDashboard(remote: string): void {
  try {
    localStorage.setItem(KEY, remote);
  } catch {}
}
