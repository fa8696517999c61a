import { defineMandateBank } from '../../family-bacen/src/banks.ts';

/** Without the header Efí calls only servers that ask it for its certificate. */
export default defineMandateBank({ webhookHeaders: { 'x-skip-mtls-checking': 'true' } });
