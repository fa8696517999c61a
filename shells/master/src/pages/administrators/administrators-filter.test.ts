import { testFilter } from '@feira/shell-kit/test-filter';
import { ADMINISTRATORS_FILTER } from './administrators-filter.ts';

const PLATFORM = '01930000-0000-7000-8000-000000000001';

testFilter(ADMINISTRATORS_FILTER, {
  address: 'status=DISABLED&search=+ana+',
  scope: `platform=${PLATFORM}`,
  input: { platformId: PLATFORM, status: 'DISABLED', search: 'ana' },
  nonsense: 'platform=mine&status=GONE&search=%20',
});
