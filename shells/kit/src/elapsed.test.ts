import { describe, expect, it } from 'vitest';
import { formatElapsed } from './elapsed.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString();

describe('formatElapsed', () => {
  it.each([
    [0, 'agora', 'now'],
    [59, 'agora', 'now'],
    [60, 'há 1 minuto', '1 minute ago'],
    [3599, 'há 59 minutos', '59 minutes ago'],
    [3600 * 5, 'há 5 horas', '5 hours ago'],
    [86_400, 'ontem', 'yesterday'],
    [86_400 * 6, 'há 6 dias', '6 days ago'],
    [86_400 * 15, 'há 2 semanas', '2 weeks ago'],
    [86_400 * 800, 'há 2 anos', '2 years ago'],
    // A clock that runs ahead is not the future.
    [-500, 'agora', 'now'],
  ])('says of %i seconds: %s, %s', (seconds, portuguese, english) => {
    expect(formatElapsed(ago(seconds), 'pt-BR', NOW)).toBe(portuguese);
    expect(formatElapsed(ago(seconds), 'en', NOW)).toBe(english);
  });
});
