import type { FastifyInstance } from 'fastify';

/** Everything a node says from now on, a line each; nothing of it is printed. */
export function captureLog(app: FastifyInstance, level: 'debug' | 'error'): string[] {
  const lines: string[] = [];
  const stream = Object.getOwnPropertySymbols(app.log).find(({ description }) => description === 'pino.stream');
  if (!stream) throw new Error('The log has no stream to take the place of.');
  Object.assign(app.log, { [stream]: { write: (line: string) => lines.push(line) } });
  app.log.level = level;
  return lines;
}
