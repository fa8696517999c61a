import { AUTOMATIC, defineMandateBank } from '../../family-bacen/src/banks.ts';

/** The version stands in the address, and each kind of object has one of its own. */
export default defineMandateBank({ bases: { ...AUTOMATIC, cob: 'charges' } });
