import { describe, expect, it } from 'vitest';
import type { Connection } from '../connections/service.ts';
import { canSplit, ownReceiverOf } from './splits.ts';

type Splitting = Parameters<typeof canSplit>[0];

/** As much of a connection as decides; those that name all parts ask for the platform's own in their form. */
const connectionOf = ({ isEnabled = true, splits = true, namesAll = false, own = '' }): Splitting => ({
  isEnabled,
  manifest: {
    capabilities: { splits },
    credentials: { properties: namesAll ? { defaultRecipientId: { type: 'string' } } : {} },
  } as unknown as Connection['manifest'],
  settings: own ? { defaultRecipientId: own } : {},
});

describe('whether a connection splits sales', () => {
  it.each([
    ['whose provider keeps the rest with its account holder', {}, null, true, null],
    ['that is disabled', { isEnabled: false }, null, false, null],
    ['whose provider cannot', { splits: false }, null, false, null],
    ['that names all parts and knows nobody for the rest', { namesAll: true }, null, false, null],
    ['that was told the platform’s own', { namesAll: true, own: 're_own' }, null, true, 're_own'],
    ['where the platform’s own was taken in', { namesAll: true }, 're_taken', true, 're_taken'],
    ['that was told another than was taken in', { namesAll: true, own: 're_own' }, 're_taken', true, 're_own'],
    ['that does not ask for it, though one was taken in', {}, 'rcv_taken', true, null],
  ])('%s', (_, given, adopted, expected, own) => {
    const connection = connectionOf(given);
    expect(canSplit(connection, adopted)).toBe(expected);
    expect(ownReceiverOf(connection, adopted)).toBe(own);
  });
});
