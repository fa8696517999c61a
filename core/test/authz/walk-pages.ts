/** Lets every caller open every route that is no procedure. */

import { ERRORS } from '@feira/schemas/error-catalogue';
import { READING } from '@feira/schemas/limits';
import { type Access, permissionsOf } from '@feira/schemas/procedure';
import { findLeaks } from './call.ts';
import type { CallerName } from './callers.ts';
import { findRefusal } from './expectation.ts';
import type { Fixtures } from './fixtures.ts';
import { type Observed, toContext } from './matrix.ts';
import { CHANGES, findVariants } from './pages.ts';

export interface Page {
  key: string;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  access: Access;
}

/** HEAD comes with the GET of every page and has its rights; procedures answer none. */
export function listPages({ node }: Fixtures, procedures: readonly string[]): Page[] {
  const pages = node.app.routes.flatMap(({ method, url, config }): Page[] => {
    const methods = [method].flat();
    if (methods.join() === 'HEAD' || procedures.includes(url.replace('/api/', ''))) return [];
    // The public API has the rights of its procedures, and asks for a key, whose scopes have a table of their own.
    if (config?.api) return [];
    const access = config?.access as Access;
    const verb = (['GET', 'POST'] as const).find((one) => methods.includes(one)) ?? 'PUT';
    return [{ key: `${methods.join()} ${url}`, method: verb, url, access }];
  });
  // Modules register in the order of a directory, so keys are sorted.
  return [...new Map(pages.map((page) => [page.key, page])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

export async function tryPage(fixtures: Fixtures, page: Page): Promise<{ observed: Observed; problems: string[] }> {
  const { access, key } = page;
  const variants = findVariants(key, page.url);
  const callers = fixtures.findCallers(permissionsOf(access));
  const observed = Object.fromEntries(callers.map(({ name }) => [name, {}])) as Observed;
  if (!variants) return { observed, problems: [`${key} names a row, but not what comes of it: add it to PAGES`] };
  const problems: string[] = [];
  for (const caller of callers) {
    const shape = { kind: 'query', summary: '', input: {}, output: {}, errors: [] } as const;
    const procedure = { ...shape, name: key, access, limit: READING };
    const refusal = findRefusal(procedure, caller);
    for (const [label, variant] of Object.entries(variants)) {
      const { headers, ...request } = variant.request(toContext(fixtures, caller));
      const answer = await fixtures.node.app.inject({
        method: page.method,
        payloadAsStream: variant.isStream === true && !refusal,
        ...request,
        headers: { ...caller.headers, ...headers },
      });
      const isStream = variant.isStream === true && !refusal;
      const body = isStream ? '' : answer.body;
      if (isStream) answer.stream().destroy();
      const expected = refusal ? ERRORS[refusal].status : variant.status;
      const isExpected = answer.statusCode === expected && (!refusal || body.includes(`"${refusal}"`));
      const where = `${key} by ${caller.name} (${label})`;
      if (!isExpected)
        problems.push(`${where}: ${answer.statusCode} instead of ${refusal ?? expected} ${body.slice(0, 200)}`);
      observed[caller.name][label] =
        refusal && isExpected ? refusal : answer.statusCode < 400 ? 'ok' : String(answer.statusCode);
      // As of procedures: a master's list may hold what is of the platforms that they operate.
      const mayNameOperated = caller.name === 'master' && answer.statusCode < 400;
      const leaks = findLeaks(fixtures, body, request, { mayNameStrangers: true, mayNameOperated });
      if (leaks.length > 0) problems.push(`${where}: the answer holds what is ${leaks.slice(0, 3).join(', ')}`);
      // All other changes are compared once, at the end.
      const changed = answer.statusCode < 400 && CHANGES[key] ? await fixtures.state.restore() : [];
      if (changed.length === 0) continue;
      fixtures.node.app.cache.forgetAll();
      if (!mayChange(key, caller.name)) problems.push(`${where}: changed ${changed.join()}`);
    }
  }
  return { observed, problems };
}

const mayChange = (key: string, name: CallerName) =>
  CHANGES[key] === 'everybody' || CHANGES[key]?.includes(name) === true;

/** One route may be registered with a slash at its end and without. */
const bare = (url: string) => url.replace(/\/$/, '');

/** Routes for HEAD that differ from their GET. */
export function findOddHeads({ node }: Fixtures): string[] {
  const of = (url: string, method: string) =>
    node.app.routes.find((route) => bare(route.url) === bare(url) && [route.method].flat().includes(method))?.config
      ?.access;
  return node.app.routes
    .filter(({ method }) => [method].flat().join() === 'HEAD')
    .filter(({ url }) => JSON.stringify(of(url, 'HEAD')) !== JSON.stringify(of(url, 'GET')))
    .map(({ url }) => url);
}
