/** Every caller calls every procedure with every kind of id; whatever is not declared must be refused. Writes docs/AUTHZ.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Access, Procedure } from '@feira/schemas/procedure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProcedure, findLeaks, outcomeOf } from './authz/call.ts';
import type { Caller } from './authz/callers.ts';
import { CASES } from './authz/cases.ts';
import { findIdFields, readProcedures, type Schema } from './authz/declared.ts';
import { renderDocument } from './authz/document.ts';
import { type Fixtures, openFixtures } from './authz/fixtures.ts';
import { type Findings, findWelcome, toContext, tryProcedure } from './authz/matrix.ts';
import { PAGES } from './authz/pages.ts';
import { keepState } from './authz/state.ts';
import { findOddHeads, listPages, tryPage } from './authz/walk-pages.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/AUTHZ.md');

let fixtures: Fixtures;
const procedures = await readProcedures();
const names = procedures.map(({ name }) => name);
const findings = new Map<string, Findings>();

beforeAll(async () => {
  fixtures = await openFixtures();
});
afterAll(() => fixtures.close());

async function tryFirst(procedure: Procedure, caller: Caller): Promise<string> {
  const { name, kind } = procedure;
  const [variant] = Object.values(CASES[name]?.variants ?? {});
  const input = variant?.input(toContext(fixtures, caller)) ?? {};
  return outcomeOf(await callProcedure(fixtures, caller, { name, isMutation: kind === 'mutation', input }));
}

describe('every procedure', () => {
  it('that is declared is answered, and no other', () => {
    const running = fixtures.node.app.routes.map(({ url }) => url);
    expect(names.filter((name) => !running.includes(`/api/${name}`))).toEqual([]);
    // Routes under /api that are no procedures are in the list of pages.
    const strays = running.filter((url) => url.startsWith('/api/') && !names.includes(url.replace('/api/', '')));
    expect(strays.filter((url) => !PAGES[`GET ${url}`])).toEqual([]);
  });

  it('whose input names rows says which of them are reached', () => {
    const expected = procedures.map(({ name, input }) => {
      const ids = findIdFields(input as Schema).sort();
      return { name, ids, variants: ids.length > 0 ? ['foreign', 'own'] : [] };
    });
    const written = expected.map(({ name, ids }) => {
      const { ids: named = [], variants = {} } = CASES[name] ?? {};
      return {
        name,
        ids: [...named].sort(),
        variants: ids.length > 0 ? ['foreign', 'own'].filter((key) => key in variants) : [],
      };
    });
    expect(written).toEqual(expected);
    expect(Object.keys(CASES).filter((name) => !procedures.some((procedure) => procedure.name === name))).toEqual([]);
  });

  it.each(procedures.map(({ name }) => name))('%s', async (name) => {
    const procedure = procedures.find((item) => item.name === name) as Procedure;
    const found = await tryProcedure(fixtures, procedure);
    findings.set(name, found);
    expect(found.problems).toEqual([]);
  });
});

describe('every other address', () => {
  it('answers whom it should, and names nothing of other platforms', async () => {
    const pages = listPages(fixtures, names);
    expect(pages.length).toBeGreaterThan(30);
    const problems: string[] = [];
    for (const page of pages) {
      const found = await tryPage(fixtures, page);
      findings.set(page.key, found);
      problems.push(...found.problems);
    }
    expect(problems).toEqual([]);
    expect(await fixtures.state.findChanges()).toEqual([]);
    expect(Object.keys(PAGES).filter((key) => !pages.some((page) => page.key === key))).toEqual([]);
    expect(findOddHeads(fixtures)).toEqual([]);
  });
});

describe('docs/AUTHZ.md', () => {
  it('says what was observed; otherwise `node tools/src/check/authz.ts` writes it anew', async () => {
    const text = renderDocument(procedures, listPages(fixtures, names), findings);
    if (process.env.AUTHZ_DOCUMENT === 'write') await writeFile(DOCUMENT, text);
    const written = await readFile(DOCUMENT, 'utf8').catch(() => '');
    expect(text === written, 'docs/AUTHZ.md is not what was observed: run `node tools/src/check/authz.ts`').toBe(true);
  });
});

describe('what wants a fresh proof', () => {
  it('refuses one that is older than ten minutes, and changes nothing', async () => {
    const guarded = procedures.filter(({ protects }) => protects);
    expect(guarded.length).toBeGreaterThan(15);
    const tried: string[] = [];
    const problems: string[] = [];
    const age = (minutes: number) =>
      fixtures.inspector.rows(`UPDATE session SET confirmed_at = now() - interval '${minutes} minutes'`);
    await age(11);
    const aged = await keepState(fixtures.inspector, 'aged');
    for (const procedure of guarded) {
      for (const caller of findWelcome(fixtures, procedure)) {
        const outcome = await tryFirst(procedure, caller);
        tried.push(procedure.name);
        if (outcome !== 'REAUTHENTICATION_REQUIRED') problems.push(`${procedure.name} by ${caller.name}: ${outcome}`);
      }
    }
    problems.push(...(await aged.findChanges()).map((table) => `${table} has changed`));
    expect(problems).toEqual([]);
    expect(guarded.filter(({ name }) => !tried.includes(name)).map(({ name }) => name)).toEqual([]);
    // Nine minutes are still fresh, so the refusal above came from the age.
    await age(9);
    const password = procedures.find(({ name }) => name === 'account.changePassword') as Procedure;
    const [seller] = fixtures.findCallers([]).filter(({ name }) => name === 'seller');
    expect(await tryFirst(password, seller as Caller)).toBe('ok');
    await fixtures.state.restore();
  });
});

describe('another site', () => {
  it('changes nothing with the cookie of its visitor', async () => {
    const problems: string[] = [];
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
      // The request has neither Origin nor Sec-Fetch-Site, which no current browser omits.
      { 'sec-fetch-site': '' },
    ];
    for (const procedure of procedures.filter(({ kind, access }) => kind === 'mutation' && access.kind !== 'public')) {
      const [caller] = findWelcome(fixtures, procedure);
      for (const headers of foreign) {
        const outcome = await tryFirst(procedure, { ...caller, headers: { ...caller?.headers, ...headers } } as Caller);
        if (outcome !== 'CROSS_SITE_REQUEST')
          problems.push(`${procedure.name} (${JSON.stringify(headers)}): ${outcome}`);
      }
    }
    expect(problems).toEqual([]);
    expect(await fixtures.state.findChanges()).toEqual([]);
  });
});

/** Proves that the matrix finds errors: here the declared access differs from the real one. */
describe('a door that stands open', () => {
  const withAccess = (name: string, access: Access): Procedure => ({
    ...(procedures.find((item) => item.name === name) as Procedure),
    access,
  });

  it.each<[string, Access, string]>([
    ['account.listSessions', { kind: 'role', roles: ['master'] }, 'by seller'],
    ['session.getSession', { kind: 'signedIn' }, 'by half'],
    ['settings.getBrand', { kind: 'signedIn' }, 'by anonymous'],
    ['people.listUsers', { kind: 'role', roles: ['admin'], permission: 'isSalesAvailable' }, 'by admin-without'],
    ['sales.listSales', { kind: 'role', roles: ['affiliate'] }, 'by seller'],
  ])('%s is found', async (name, access, by) => {
    const { problems } = await tryProcedure(fixtures, withAccess(name, access));
    expect(problems).toContainEqual(expect.stringContaining(by));
  });

  it('is found where a refusal changes rows after all', async () => {
    const declared = withAccess('account.updateProfile', { kind: 'role', roles: ['master'] });
    const { problems } = await tryProcedure(fixtures, declared);
    expect(problems).toContainEqual(expect.stringContaining('changed audit_event, person'));
  });

  it.each(['account.listSessions', 'notifications.listNotifications', 'offers.listOffers', 'sales.listSales'])(
    'would show something: %s does, to whom it belongs',
    async (name) => {
      const { node, secrets, strangerHeaders } = fixtures;
      const { body } = await node.app.inject({ url: `/api/${name}`, headers: strangerHeaders });
      expect([...secrets.strangers].filter((value) => body.includes(value))).not.toEqual([]);
    },
  );

  it('is found where an answer names what is of others', () => {
    const leak = (body: string, sent: unknown = {}) =>
      findLeaks(fixtures, body, sent, { mayNameStrangers: false, mayNameOperated: false }).length;
    expect(leak(fixtures.foreign.personId)).toBe(1);
    expect(leak(fixtures.operated.offerId)).toBe(1);
    expect(leak(fixtures.other.sessionId)).toBe(1);
    expect(leak('stranger@example.com')).toBe(1);
    expect(leak(fixtures.foreign.personId, { personId: fixtures.foreign.personId })).toBe(0);
  });
});
