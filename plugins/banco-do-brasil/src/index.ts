import { AUTOMATIC, defineMandateBank } from '../../family-bacen/src/banks.ts';

export default defineMandateBank({
  bases: AUTOMATIC,
  query: { 'gw-dev-app-key': 'appKey' },
});
