import { describe, expect, it } from 'vitest';
import { toExportAddress } from './export-address.ts';

const CHOICE = { from: '2026-11-01', to: '2026-11-30', format: 'xlsx', locale: 'pt-BR' } as const;

describe('toExportAddress', () => {
  it('names a currency only where one was chosen', () => {
    expect(toExportAddress({ ...CHOICE, currency: '' })).toBe(
      '/exports/accounting?from=2026-11-01&to=2026-11-30&format=xlsx&lang=pt-BR',
    );
    expect(toExportAddress({ ...CHOICE, currency: 'EUR' })).toContain('&currency=EUR&');
  });
});
