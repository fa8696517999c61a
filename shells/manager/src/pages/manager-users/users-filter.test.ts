import { testFilter } from '@feira/shell-kit/test-filter';
import { USERS_FILTER } from './users-filter.ts';

testFilter(USERS_FILTER, {
  address: 'status=DISABLED&search=+ana+',
  input: { status: 'DISABLED', search: 'ana' },
  nonsense: 'status=GONE&search=%20',
});
