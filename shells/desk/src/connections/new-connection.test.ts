import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import {
  adaptNew,
  findNewProblems,
  listEnvironments,
  listMethods,
  matchesName,
  startNew,
  toCreation,
} from './new-connection.ts';

const MANIFEST = {
  id: 'acme',
  name: 'Acme',
  environments: { sandbox: { default: 'https://a.invalid' }, production: { default: 'https://b.invalid' } },
  capabilities: { methods: { BILLET: { refund: 'none' }, PIX: { refund: 'full' } } },
  credentials: {
    type: 'object',
    required: ['apiKey'],
    properties: {
      apiKey: { type: 'string', secret: true, title: { 'pt-BR': 'Chave', en: 'Key' } },
      seconds: { type: 'integer', title: { 'pt-BR': 'Segundos', en: 'Seconds' }, default: 5 },
    },
  },
} as unknown as Manifest;

describe('listEnvironments', () => {
  it('puts real money first and the simulator last', () => {
    expect(listEnvironments(MANIFEST)).toEqual(['production', 'sandbox']);
    expect(listEnvironments({ ...MANIFEST, simulator: './s.ts', environments: {} })).toEqual(['simulator']);
  });
});

describe('matchesName', () => {
  it('finds without accents, dots and spaces', () => {
    expect(matchesName('pagarme', 'Pagar.me')).toBe(true);
    expect(matchesName('São', 'Banco sao joao')).toBe(true);
    expect(matchesName('', 'Asaas')).toBe(true);
    expect(matchesName('efi', 'Asaas', 'asaas')).toBe(false);
  });
});

describe('toCreation', () => {
  it('sends what was typed in the types of its fields', () => {
    const start = startNew(MANIFEST, 'Acme', 'pt-BR');
    expect(listMethods(MANIFEST)).toEqual(['PIX', 'BILLET']);
    expect(findNewProblems(start, MANIFEST)).toEqual({ service: {}, credentials: { 'secrets.apiKey': 'required' } });
    const draft = {
      ...start,
      name: ' Acme loja ',
      methods: ['PIX' as const],
      limits: { ...start.limits, maxAmount: '1.000,00' },
      credentials: { ...start.credentials, secrets: { apiKey: { act: 'set' as const, value: 'key' } } },
    };

    expect(findNewProblems(draft, MANIFEST)).toEqual({ service: {}, credentials: {} });
    expect(toCreation(draft, MANIFEST, { platformId: 'p', version: '1.0.0' })).toEqual({
      platformId: 'p',
      provider: 'acme',
      version: '1.0.0',
      environment: 'production',
      name: 'Acme loja',
      methods: ['PIX'],
      limits: { maxAmount: 100_000 },
      settings: { seconds: 5 },
      secrets: { apiKey: 'key' },
    });
  });
});

describe('adaptNew', () => {
  it('keeps what another version has a place for', () => {
    const draft = { ...startNew(MANIFEST, 'Acme', 'pt-BR'), name: 'Loja', environment: 'sandbox' as const };
    const typed = { ...draft, credentials: { ...draft.credentials, settings: { seconds: '9' } } };
    const other = {
      ...MANIFEST,
      environments: { production: { default: 'https://b.invalid' } },
      capabilities: { methods: { PIX: { refund: 'full' } } },
      credentials: {
        ...MANIFEST.credentials,
        properties: {
          seconds: { type: 'integer', title: { 'pt-BR': 'Segundos', en: 'Seconds' } },
          isFast: { type: 'boolean', title: { 'pt-BR': 'Na hora', en: 'At once' } },
        },
      },
    } as unknown as Manifest;

    expect(adaptNew(typed, other)).toMatchObject({
      name: 'Loja',
      environment: 'production',
      methods: ['PIX'],
      credentials: { settings: { seconds: '9', isFast: false } },
    });
  });
});
