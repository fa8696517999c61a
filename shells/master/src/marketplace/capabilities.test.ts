import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES, listCapabilities, listMethods, readManifest } from './capabilities.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../../plugins');
const sandbox = readManifest(JSON.parse(readFileSync(path.join(PLUGINS, 'sandbox/plugin.json'), 'utf8')));

describe('listCapabilities', () => {
  it('finds everything in a manifest that declares everything', () => {
    expect(listCapabilities(sandbox, [])).toEqual([...CAPABILITIES]);
  });

  it.each([
    [['CREDIT_CARD.installments'], ['installments']],
    [['CREDIT_CARD'], ['installments', 'storedCards']],
    [['PIX.refund', 'CREDIT_CARD.refund'], ['partialRefund']],
    [
      ['PIX', 'CREDIT_CARD', 'BILLET'],
      ['refund', 'partialRefund', 'installments', 'storedCards'],
    ],
    [['withdraw.PIX'], []],
    [['withdraw.PIX', 'withdraw.BANK_ACCOUNT', 'withdraw.RECEIVER'], ['withdraw']],
    [
      ['splits', 'receivers', 'mandates'],
      ['splits', 'receivers', 'mandates'],
    ],
  ])('counts nothing that is switched off: %j', (switchedOff, missing) => {
    const left = listCapabilities(sandbox, switchedOff);

    expect(CAPABILITIES.filter((name) => !left.includes(name))).toEqual(missing);
  });

  it('finds nothing in a manifest that declares nothing', () => {
    expect(listCapabilities({ ...sandbox, capabilities: {}, operations: [] }, [])).toEqual([]);
  });
});

describe('listMethods', () => {
  it('names every declared method, and which of them may be used', () => {
    const methods = listMethods(sandbox, ['BILLET', 'PIX.refund']);

    expect(methods.map(({ method, isOn }) => [method, isOn])).toEqual([
      ['PIX', true],
      ['CREDIT_CARD', true],
      ['BILLET', false],
    ]);
  });
});
