import type { Connection, Health } from './use-acquirings.ts';

export type ConnectionState = 'SERVING' | 'RESTING' | 'PROBING' | 'OFF';

/** After the pause the first payment decides whether the connection serves again. */
export function findState(connection: Connection, health: Health, now = new Date()): ConnectionState {
  if (connection.status === 'DISABLED') return 'OFF';
  if (!health.circuit) return 'SERVING';
  return new Date(health.circuit.openUntil) > now ? 'RESTING' : 'PROBING';
}
