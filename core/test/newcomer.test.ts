/** An empty installation becomes a platform that has paid a seller, by procedures alone and with the limits that everybody has. */
import { expect, it } from 'vitest';
import { runNewcomer } from '../../tools/src/newcomer/run.ts';
import { createDatabase } from './build.ts';

/**
 * Cents: 197,00 less the coupon's tenth and 19,90, by PIX less 4,99 % and 1,00; 89,90 by card less 5,99 % and 1,00; 89,90 by boleto less
 * 4,99 % and 3,49.
 */
const EARNED = 19_720 - 1_084 + (8_990 - 638) + (8_990 - 797);
const WITHDRAWAL_FEE = 367;

it('leads from an empty installation to a payout, and the ledger holds', async () => {
  const database = await createDatabase();
  try {
    const steps: string[] = [];
    const { paidOut, audits } = await runNewcomer(database.url, (step) => steps.push(step));
    expect(steps).toHaveLength(8);
    expect(paidOut).toBe(EARNED - WITHDRAWAL_FEE);
    expect(audits.map(({ problems }) => problems)).toEqual([[]]);
  } finally {
    await database.drop();
  }
});
