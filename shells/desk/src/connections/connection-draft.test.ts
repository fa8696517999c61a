import { describe, expect, it } from 'vitest';
import { findConnectionProblems, formOf, toChange, toConnectionDraft } from './connection-draft.ts';
import type { ConnectionDetails } from './use-connections.ts';

const title = { 'pt-BR': 'Campo', en: 'Field' };
const CONNECTION = {
  name: 'Acme',
  methods: ['PIX'],
  limits: { maxAmount: 50_000 },
  settings: { email: 'a@b.example' },
  secrets: [{ name: 'apiKey', updatedAt: '2026-11-12T12:00:00.000Z', certificate: null }],
  form: {
    type: 'object',
    required: ['apiKey', 'email'],
    properties: { apiKey: { type: 'string', secret: true, title }, email: { type: 'string', title } },
  },
} as unknown as ConnectionDetails;
const BEFORE = toConnectionDraft(CONNECTION, 'pt-BR');

describe('toChange', () => {
  it('is empty as long as nothing differs', () => {
    expect(toChange(BEFORE, BEFORE, formOf(CONNECTION))).toEqual({});
    expect(toChange({ ...BEFORE, name: 'Acme ' }, BEFORE, formOf(CONNECTION))).toEqual({});
    const backwards = toConnectionDraft({ ...CONNECTION, methods: ['BILLET', 'PIX'] }, 'pt-BR');
    expect(toChange({ ...backwards, methods: ['PIX', 'BILLET'] }, backwards, formOf(CONNECTION))).toEqual({});
  });

  it('names what differs and nothing else', () => {
    const credentials = {
      settings: { email: 'c@d.example' },
      secrets: { apiKey: { act: 'set' as const, value: 'new' } },
    };
    const limits = { ...BEFORE.limits, maxAmount: '' };
    expect(toChange({ ...BEFORE, limits, credentials }, BEFORE, formOf(CONNECTION))).toEqual({
      limits: {},
      settings: { email: 'c@d.example' },
      secrets: { apiKey: 'new' },
    });
    expect(toChange({ ...BEFORE, methods: ['BILLET'] }, BEFORE, formOf(CONNECTION))).toEqual({ methods: ['BILLET'] });
  });
});

describe('findConnectionProblems', () => {
  it('asks for no secret that is stored', () => {
    expect(findConnectionProblems(BEFORE, CONNECTION)).toEqual({ service: {}, credentials: {} });
    expect(findConnectionProblems(BEFORE, { ...CONNECTION, secrets: [] }).credentials).toEqual({
      'secrets.apiKey': 'required',
    });
  });

  it('asks for nothing where the package is missing', () => {
    expect(findConnectionProblems(BEFORE, { ...CONNECTION, form: null }).credentials).toEqual({});
  });
});
