import { describe, expect, it } from 'vitest';
import { draftOf, draftOfNew, findProblems, toTerms } from './connection-draft.ts';
import type { Connection, Integration } from './use-integrations.ts';

const title = { 'pt-BR': 'x', en: 'x' };
const integration = {
  id: 'utmify',
  name: 'Utmify',
  events: ['sale.approved', 'sale.refunded'],
  form: {
    type: 'object',
    required: ['apiToken', 'list'],
    properties: { apiToken: { type: 'string', secret: true, title }, list: { type: 'string', title } },
  },
} as unknown as Integration;
const connection = {
  name: 'Tráfego',
  events: ['sale.refunded'],
  productIds: ['p1'],
  isEnabled: false,
  settings: { list: '12' },
} as unknown as Connection;

describe('the draft of a connection', () => {
  it('begins with all events and products, and misses what the form requires', () => {
    const draft = draftOfNew(integration);

    expect(draft).toMatchObject({ name: 'Utmify', events: ['sale.approved', 'sale.refunded'], isEveryProduct: true });
    expect(findProblems(draft, integration, [])).toEqual({
      terms: {},
      credentials: { 'secrets.apiToken': 'required', 'settings.list': 'required' },
    });
  });

  it('keeps stored secrets that nobody typed anew, and sends only what changed of them', () => {
    const draft = draftOf(connection, integration);

    expect(findProblems(draft, integration, ['apiToken'])).toEqual({ terms: {}, credentials: {} });
    expect(toTerms(draft, integration)).toEqual({
      name: 'Tráfego',
      events: ['sale.refunded'],
      productIds: ['p1'],
      isEnabled: false,
      settings: { list: '12' },
      secrets: {},
    });
  });

  it('wants a name, an event, and a product where products are chosen', () => {
    const draft = { ...draftOf(connection, integration), name: ' ', events: [], productIds: [] };

    expect(findProblems(draft, integration, ['apiToken']).terms).toEqual({ name: true, events: true, products: true });
  });
});
