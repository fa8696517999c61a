import type { FastifyInstance } from 'fastify';

/** Captures everything that a node logs from now on, one line each, and prints nothing. */
export function captureLog(app: FastifyInstance, level: 'debug' | 'error'): string[] {
  const lines: string[] = [];
  const stream = Object.getOwnPropertySymbols(app.log).find(({ description }) => description === 'pino.stream');
  if (!stream) throw new Error('The log has no stream to take the place of.');
  Object.assign(app.log, { [stream]: { write: (line: string) => lines.push(line) } });
  app.log.level = level;
  return lines;
}
