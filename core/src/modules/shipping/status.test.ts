import { SHIPMENT_STATES } from '@feira/schemas/procedures/shipping';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSending, mayBecome, obstacleOf, type ShipmentState } from './status.ts';

it('delivers and takes back only what was shipped, and ships again only what came back, in every order of steps', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SHIPMENT_STATES), { maxLength: 30 }), (wanted) => {
      let state: ShipmentState = 'TO_SHIP';
      let away = 0;
      for (const next of wanted) {
        if (!mayBecome(state, next)) continue;
        if (isSending(state, next)) away += 1;
        if (next === 'RETURNED') away -= 1;
        state = next;
        // At most one parcel is out, and there is one exactly while the state says so.
        expect(away).toBe(state === 'SHIPPED' || state === 'DELIVERED' ? 1 : 0);
        expect(state).not.toBe('TO_SHIP');
      }
    }),
  );
});

it('sends nothing before it is paid and after the money went back', () => {
  expect((['APPROVED', 'PENDING', 'REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK'] as const).map(obstacleOf)).toEqual([
    null,
    'UNPAID',
    'UNPAID',
    'UNPAID',
    'MONEY_BACK',
    'MONEY_BACK',
  ]);
});
