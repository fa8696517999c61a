/** Remembers the dashboard that was open last: pages outside of one, and the next sign-in, lead back there. */
const KEY = 'feira.dashboard';

export function readLastDashboard(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Browsers may forbid storing; then the page takes the first dashboard. */
export function keepLastDashboard(remote: string): void {
  try {
    localStorage.setItem(KEY, remote);
  } catch {}
}
