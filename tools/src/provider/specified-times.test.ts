/** Tests that packages keep the times that the specification, or their own pages, give to each of them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '@feira/schemas/manifest';
import { expect, it } from 'vitest';

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins');
const DAY = 86_400;

it.each([
  // A day at most providers; primepag takes half an hour, and charges of Celcoin fall due in five days.
  ...['asaas', 'firebank', 'iugu', 'mercadopago', 'onz', 'pagarme', 'pagstar', 'transfeera', 'treeal', 'voluti'].map(
    (id) => [id, 'PIX', DAY] as const,
  ),
  ['abmexpay', 'PIX', DAY],
  ['crmcoin', 'PIX', DAY],
  ['zenet', 'PIX', DAY],
  ['primepag', 'PIX', 1_800],
  ['celcoin', 'PIX', 5 * DAY],
  ['celcoin', 'BILLET', 5 * DAY],
  ['celcoin-baas', 'BILLET', 5 * DAY],
  ['asaas', 'BILLET', 3 * DAY],
  ['mercadopago', 'BILLET', 3 * DAY],
  ['pagarme', 'BILLET', 3 * DAY],
  ['aktapay', 'BILLET', 3 * DAY],
  ['abmexpay', 'BILLET', 3 * DAY],
  ['iugu', 'BILLET', DAY],
] as const)('%s: a %s is payable for %i seconds unless told', (id, method, seconds) => {
  const manifest = JSON.parse(readFileSync(path.join(PLUGINS, id, 'plugin.json'), 'utf8')) as Manifest;

  expect(manifest.capabilities.methods?.[method]?.expiresInSeconds).toBe(seconds);
});
