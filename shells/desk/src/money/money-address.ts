/** Reads the state of the money page from its address. */
import { CURRENCIES } from '@feira/schemas/common';
import { HOLD_REASONS, POSTING_KINDS } from '@feira/schemas/procedures/balances';
import { WITHDRAWAL_STATES } from '@feira/schemas/procedures/payouts';
import { days, defineFilter, oneOf, scope } from '@feira/shell-kit/filter';

export const MONEY_TABS = ['statement', 'releases', 'withdrawals', 'anticipations', 'destinations'] as const;

/** Without a currency the server takes the platform's own. */
const currency = scope(oneOf('currency', CURRENCIES));

export const STATEMENT_FILTER = defineFilter({ currency, period: days(), kind: oneOf('kind', POSTING_KINDS) });
export const HOLD_FILTER = defineFilter({ currency, reason: oneOf('reason', HOLD_REASONS) });
export const WITHDRAWAL_FILTER = defineFilter({ currency, state: oneOf('state', WITHDRAWAL_STATES) });
export const ANTICIPATION_FILTER = defineFilter({ currency });

/** Takes the filters of every tab out of the address. */
export const CLEARED = { ...STATEMENT_FILTER.cleared, ...HOLD_FILTER.cleared, ...WITHDRAWAL_FILTER.cleared };
