import { dateTimeSchema } from '@feira/schemas/common';
import { nullable, record } from '@feira/schemas/parts';
import { describe, expect, it } from 'vitest';
import { importProcedures } from '../../test/declared.ts';
import { compileSerializer, createAjv } from './procedures.ts';

describe('the request of every procedure', () => {
  it('is tested by a JSON Schema', async () => {
    const ajv = createAjv({});

    for (const { name, input } of await importProcedures())
      expect(ajv.validateSchema(input as object), `${name}: ${ajv.errorsText()}`).toBe(true);
    expect(ajv.validateSchema({ type: 'strin' })).toBe(false);
  });
});

describe('the answer of every procedure', () => {
  // A node compiles each serialiser at its first answer, so only this test finds a schema that cannot be compiled.
  it('can be written by its schema', async () => {
    const procedures = await importProcedures();

    expect(procedures.length).toBeGreaterThan(150);
    for (const { name, output } of procedures) expect(() => compileSerializer(output as object), name).not.toThrow();
  });

  const NAME = { type: 'string' } as const;
  const person = { name: 'Ana', password_hash: 'SECRET', cursor: 'SECRET' };
  const at = new Date('2026-05-10T12:00:00.123Z');

  it('names what is sent: a row leaves its other columns behind, however deep it lies', () => {
    const schema = record({
      person: record({ name: NAME }),
      manager: nullable(record({ name: NAME })),
      nobody: nullable(record({ name: NAME })),
      items: { type: 'array', items: nullable(record({ name: NAME })) },
    });
    const row = { id: 'SECRET', person, manager: person, nobody: null, items: [person, null, person] };

    expect(JSON.parse(compileSerializer(schema)(row))).toEqual({
      person: { name: 'Ana' },
      manager: { name: 'Ana' },
      nobody: null,
      items: [{ name: 'Ana' }, null, { name: 'Ana' }],
    });
  });

  it('writes dates', () => {
    const schema = record({ at: dateTimeSchema, maybe: nullable(dateTimeSchema), never: nullable(dateTimeSchema) });

    expect(JSON.parse(compileSerializer(schema)({ at, maybe: at, never: null }))).toEqual({
      at: '2026-05-10T12:00:00.123Z',
      maybe: '2026-05-10T12:00:00.123Z',
      never: null,
    });
  });

  it('holds nothing that its schema does not name, but for whole documents', async () => {
    const open: string[] = [];
    const walk = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, additionalProperties } = schema as { type?: unknown; additionalProperties?: unknown };
      const isClosed = additionalProperties === false || typeof additionalProperties === 'object';
      if (type === 'object' && !isClosed) open.push(path);
      for (const [key, item] of Object.entries(schema)) {
        walk(item, /^(properties|items|anyOf|oneOf|\d)$/.test(key) ? path : `${path}.${key}`);
      }
    };

    for (const { name, output } of await importProcedures()) walk(output, name);

    expect(open).toEqual([
      // The options of browsers' WebAuthn calls.
      'account.startPasskey.options',
      'audit.listEvents.events.details',
      'connections.getConnection.form',
      // The content of an event, whose schema follows from its type.
      'events.getEvent.data',
      // The rules of a proposal, whose names depend on what it changes.
      'fees.previewConnectionCosts.before',
      'fees.previewConnectionCosts.after',
      'fees.previewPersonTerms.before',
      'fees.previewPersonTerms.after',
      // Forms are JSON Schemas.
      'integrations.get.manifest.form',
      'integrations.list.catalogue.form',
      'marketplace.getPackage.manifest',
      'marketplace.getPackage.report',
      'marketplace.inspectPackage.manifest',
      'marketplace.listPackages.packages.manifest',
      'moneyRules.listProposals.proposals.before',
      'moneyRules.listProposals.proposals.after',
      'moneyRules.previewRestore.before',
      'moneyRules.previewRestore.after',
      'receivers.listOwnReceivers.connections.form',
      'receivers.listReceivers.connections.form',
      'routing.previewRoutes.before',
      'routing.previewRoutes.after',
      'session.startPasskeyProof.options',
      'settings.previewRules.before',
      'settings.previewRules.after',
      // The facts of one event each: a day, an amount, a step, four digits of a card.
      'subscriptions.getSubscription.events.data',
      'subscriptions.listLogs.data',
    ]);
  });
});
