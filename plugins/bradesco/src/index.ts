import { AUTOMATIC, defineMandateBank } from '../../family-bacen/src/banks.ts';

export default defineMandateBank({ bases: AUTOMATIC });
