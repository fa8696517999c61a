/** Declares what the host and an isolated simulator ask of each other, inside the messages of an isolated adapter. */
import type { SimulatorModule } from '../simulator.ts';

/** The calls of a simulator's process. `open` lasts as long as the process: what the simulator does between requests belongs to it. */
export const SIMULATOR_CALLS = ['describe', 'open', 'run'] as const;

/** The names of what a simulator has: of its own members, and of those of its mandates. */
export interface Described {
  members: string[];
  mandates: string[] | null;
  samples: Omit<NonNullable<SimulatorModule['samples']>, 'tokenize'> | null;
}

export interface Opening {
  credentials: Record<string, string>;
  publicUrl: string;
  webhookUrl: string | null;
  seed: number;
}

export interface Run {
  /** A member of the simulator, or one of its mandates as "mandates.approve". */
  member: string;
  parameters: unknown[];
  fault: 'wrong-amount' | 'unknown-status' | null;
}

export type Ran =
  | { value: unknown }
  | { refusal: { status: number; body: unknown; message: string } }
  | { failure: string };

/** The calls of a simulator to its host. */
export type Service =
  | { service: 'get'; key: string }
  | { service: 'set'; key: string; value: unknown }
  | { service: 'list'; prefix: string; limit: number }
  | { service: 'send'; delivery: { url: string; headers: Record<string, string>; body: string } };

const BYTES = '#bytes';

/** Files are bytes, which JSON does not have. */
export function packBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(packBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, packBytes(inner)]));
}

export function unpackBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackBytes);
  if (typeof value !== 'object' || value === null) return value;
  const bytes = (value as Record<string, unknown>)[BYTES];
  if (typeof bytes === 'string') return new Uint8Array(Buffer.from(bytes, 'base64'));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpackBytes(inner)]));
}
