/** Creates people with a balance, and makes the calls by which they and the platform's staff withdraw it. */

import type { AdminPermission } from '@feira/schemas/options';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { Role } from '@feira/schemas/procedure';
import { post } from '../src/modules/ledger/model.ts';
import type { WithdrawalState } from '../src/modules/payouts/withdrawal-model.ts';
import { newId } from '../src/shared/ids.ts';
import { type Market, type MarketOptions, openMarket } from './market.ts';
import { readBalances } from './read-ledger.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { CPF, SANDBOX_SECRETS } from './world.ts';

export const DECIDING: readonly AdminPermission[] = [
  'isWithdrawsRequestUsersAvailable',
  'isWithdrawsRequestManagersAvailable',
  'isWithdrawsAvailable',
  'isWithdrawsManagerAvailable',
  'isValidateBankAccountsAvailable',
];

export const RULES: PlatformSettings['withdrawals'] = {
  fee: 367,
  minimum: 1_000,
  automaticUpTo: 0,
  secondApprovalAbove: 5_000_000,
  coolingHours: 0,
};

export interface Holder extends Staff {
  destinationId: string;
}

export interface StoredWithdrawal {
  state: WithdrawalState;
  reason: string | null;
  tries: number;
  connection_id: string | null;
  checks: number;
  misses: number;
  provider_withdraw_id: string | null;
  provider_status: string | null;
}

export interface Transfer {
  id: string;
  reference: string;
  amount: number;
  status: string;
}

export type Answer = Record<string, never> & { code?: string; withdrawal: Record<string, unknown> & { id: string } };

export interface Payouts extends Market {
  setRules(rules: Partial<PlatformSettings['withdrawals']>): Promise<void>;
  /** Creates a person with this balance and a PIX key whose owner's name tells the simulator how a withdrawal ends. */
  openHolder(balance: number, options?: { pixKey?: string; roles?: Role[] }): Promise<Holder>;
  earn(personId: string, amount: number): Promise<void>;
  call(person: Staff, name: string, payload: object, key?: string): Promise<Answer>;
  ask<T>(person: Staff, name: string, query?: Record<string, string>): Promise<T>;
  /** Returns the id. */
  request(holder: Holder, amount: number): Promise<string>;
  read(id: string): Promise<StoredWithdrawal>;
  waitForState(id: string, state: WithdrawalState): Promise<StoredWithdrawal>;
  balances(personId: string): Promise<Record<string, number>>;
  /** Returns the provider's transfers with our reference. */
  listTransfers(reference: string): Promise<Transfer[]>;
  /** Returns every withdrawal that the provider was asked to send. */
  listPayouts(): Promise<{ reference: string; isPaid: boolean }[]>;
  /** Makes the next polls of open withdrawals due now. */
  makePayoutsDue(): Promise<void>;
}

export async function openPayouts(options?: MarketOptions): Promise<Payouts> {
  const market = await openMarket(options);
  const { node, world, inspector } = market;
  const { platformId } = world;
  const setRules: Payouts['setRules'] = async (rules) => {
    await inspector.rows('UPDATE platform SET settings = $2 WHERE platform_id = $1', [
      platformId,
      JSON.stringify({ withdrawals: { ...RULES, ...rules } }),
    ]);
    node.app.cache.forgetAll();
  };
  await setRules({});

  const earn = async (personId: string, amount: number) => {
    await node.app.database.write(platformId, [
      post(platformId, {
        kind: 'SALE',
        source: newId(),
        currency: 'BRL',
        occurredAt: new Date(),
        entries: [
          { kind: 'PROVIDER', ownerId: market.connectionId, amount: -amount },
          { kind: 'GIVE', ownerId: personId, amount },
        ],
      }),
    ]);
  };
  const call = async ({ headers }: Staff, name: string, payload: object, key: string = newId()) =>
    (
      await node.app.inject({
        method: 'POST',
        url: `/api/payouts.${name}`,
        headers: { ...headers, 'idempotency-key': key },
        payload,
      })
    ).json() as Answer;
  const read = async (id: string) => {
    const [row] = await inspector.rows<StoredWithdrawal>('SELECT * FROM withdrawal WHERE id = $1', [id]);
    if (!row) throw new Error(`There is no withdrawal ${id}.`);
    return row;
  };
  const listTransfers = async (reference: string) => {
    const answer = await (await market.host()).handleHttp({
      method: 'GET',
      path: '/transfers',
      query: { reference },
      body: undefined,
      rawBody: '',
      headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
    });
    if ('drop' in answer) throw new Error('The simulator did not answer.');
    return (answer.body as { items: Transfer[] }).items;
  };

  return {
    ...market,
    setRules,
    earn,
    call,
    read,
    listTransfers,
    async openHolder(balance, { pixKey = 'vera@example.com', roles = ['seller'] as Role[] } = {}) {
      const holder = await openStaff(node.app, platformId, { roles, name: 'Vera Vendedora' });
      const destinationId = newId();
      await inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [holder.id, CPF]);
      await inspector.rows(
        `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
         VALUES ($1, $2, $3, 'PIX_KEY', 'EMAIL', $4, 'Vera Vendedora', $5, now() - interval '1 hour')`,
        [platformId, destinationId, holder.id, pixKey, CPF],
      );
      if (balance > 0) await earn(holder.id, balance);
      return { ...holder, destinationId };
    },
    async ask<T>({ headers }: Staff, name: string, query: Record<string, string> = {}) {
      return (
        await node.app.inject({ url: `/api/payouts.${name}?${new URLSearchParams(query)}`, headers })
      ).json() as T;
    },
    async request(holder, amount) {
      const { destinationId } = holder;
      const answer = await call(holder, 'requestWithdrawal', { amount, destinationId });
      if (!answer.withdrawal) throw new Error(`The withdrawal was answered ${JSON.stringify(answer)}`);
      return answer.withdrawal.id;
    },
    async waitForState(id, state) {
      await waitFor(`the withdrawal is ${state}`, async () => (await read(id)).state === state);
      return read(id);
    },
    balances: (personId) => readBalances({ inspector }, personId),
    async listPayouts() {
      const rows = await inspector.rows<{ id: string }>('SELECT id FROM withdrawal');
      const transfers: Transfer[] = [];
      for (const { id } of rows) transfers.push(...(await listTransfers(id)));
      return transfers.map(({ reference, status }) => ({ reference, isPaid: status === 'paid' }));
    },
    async makePayoutsDue() {
      await inspector.rows('UPDATE withdrawal SET next_check_at = now() WHERE next_check_at IS NOT NULL');
      node.app.payouts.wake();
    },
  };
}
