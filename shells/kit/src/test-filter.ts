import { describe, expect, it } from 'vitest';
import type { ListFilter } from './filter.ts';

interface PromisedFilter {
  /** An address that narrows by every filter. */
  address: string;
  /** The parameters that are no filters. */
  scope?: string;
  /** The input of the call that both of them make on 20 November 2026. */
  input: object;
  /** An address whose values the filter does not know. */
  nonsense: string;
  /** The size of a page. */
  limit?: number;
}

/** Tests a filter: it reads what it promises, asks for no more, and can be cleared. */
export function testFilter<F, I>(list: ListFilter<F, I>, promised: PromisedFilter): void {
  const { address, scope = '', input, nonsense, limit = 20 } = promised;
  const read = (search: string) => list.read(new URLSearchParams(search));

  describe('filter', () => {
    it.each(['', nonsense])('asks for everything where the address says "%s"', (search) => {
      expect(list.toPage(read(search), null)).toEqual({ limit });
      expect(list.isNarrowed(read(search))).toBe(false);
    });

    it('asks for what the address says', () => {
      expect(list.toPage(read(`${address}&${scope}`), 'key', '2026-11-20')).toEqual({ ...input, limit, after: 'key' });
    });

    it.each(address.split('&'))('takes %s alone for a filter', (search) => {
      expect(list.isNarrowed(read(search))).toBe(true);
    });

    it('keeps only what is no filter where it is cleared', () => {
      const days = address.includes('period') ? '&from=2026-11-01&to=2026-11-02' : '';
      const search = new URLSearchParams(`${address}${days}&after=x&${scope}`);
      for (const name of Object.keys(list.cleared)) search.delete(name);

      expect(search.toString()).toBe(scope);
      expect(list.isNarrowed(list.read(search))).toBe(false);
    });
  });
}
