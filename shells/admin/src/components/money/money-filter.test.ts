import { defineFilter, oneOf } from '@feira/shell-kit/filter';
import { testFilter } from '@feira/shell-kit/test-filter';
import { MONEY_PARTS } from './money-filter.ts';

testFilter(defineFilter({ ...MONEY_PARTS, state: oneOf('state', ['WAITING', 'PAID']) }), {
  address: 'search=+ana&state=PAID&period=7',
  scope: 'currency=EUR',
  input: { search: 'ana', from: '2026-11-14', to: '2026-11-20', state: 'PAID', currency: 'EUR' },
  nonsense: 'search=+&state=paid&period=8&from=2026-02-30&to=2026-03-01&currency=ABC',
});
