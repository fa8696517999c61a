import { testFilter } from '@feira/shell-kit/test-filter';
import { LOG_FILTER } from './logs-filter.ts';

const ID = '01930000-0000-7000-8000-000000000001';

testFilter(LOG_FILTER, {
  address: `group=FAILED&subscription=${ID}&search=+plano+&period=7`,
  scope: `platform=${ID}`,
  input: {
    platformId: ID,
    group: 'FAILED',
    subscriptionId: ID,
    search: 'plano',
    from: '2026-11-14',
    to: '2026-11-20',
  },
  nonsense: 'platform=x&group=PAID&subscription=1&search=%20&period=9',
  limit: 25,
});
