/** Keeps the balances of a simulator's accounts, in cents. */
import type { SimulatorContext } from './simulator.ts';
import type { createTurns } from './simulator-state.ts';

export function createBalances(
  { store }: SimulatorContext,
  inTurn: ReturnType<typeof createTurns>,
  openingBalance: (account: string) => number = () => 0,
  refuse: () => Error,
) {
  const read = async (account: string) => (await store.get<number>(`balance:${account}`)) ?? openingBalance(account);
  return {
    read,
    /** Moves cents, all or nothing: refused where an account would owe and may not. */
    move(changes: [account: string, cents: number][], { mayOwe = false } = {}): Promise<void> {
      // Reading and writing a balance must not interleave with another's.
      return inTurn('balances', async () => {
        const moved = new Map<string, number>();
        for (const [account, cents] of changes) {
          if (cents === 0) continue;
          const balance = (moved.get(account) ?? (await read(account))) + cents;
          if (cents < 0 && balance < 0 && !mayOwe) throw refuse();
          moved.set(account, balance);
        }
        for (const [account, balance] of moved) await store.set(`balance:${account}`, balance);
      });
    },
  };
}
