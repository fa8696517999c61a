/** Writes docs/AUTHZ.md: the observed rights as a table. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { type Access, type Procedure, permissionsOf } from '@feira/schemas/procedure';
import { CALLERS, type CallerName } from './callers.ts';
import { CASES } from './cases.ts';
import type { Observed } from './matrix.ts';
import type { Page } from './walk-pages.ts';

const HEADINGS: Record<CallerName, string> = {
  anonymous: 'nobody',
  buyer: 'buyer',
  half: 'half',
  enrolling: 'enrol.',
  elsewhere: 'elsewhere',
  link: 'link',
  customer: 'cust.',
  seller: 'seller',
  affiliate: 'affil.',
  'co-producer': 'co-pr.',
  manager: 'mgr.',
  impersonated: 'as seller',
  'admin-password': 'admin, password',
  'admin-without': 'admin −flag',
  'admin-with': 'admin +flag',
  master: 'master',
};

/** Refusals by access rules. */
const SYMBOLS: Record<string, string> = {
  LOGIN_REQUIRED: '–',
  ACCESS_DENIED: '✗',
  IMPERSONATION_FORBIDDEN: 'i',
  REAUTHENTICATION_REQUIRED: 'r',
};

const INTRODUCTION = `# Who may do what

Generated from calls: every procedure and every other address was called by everybody below, with rows of their own, of others on
the same platform, and of other platforms. Do not edit it; \`node tools/src/check/authz.ts\` writes it anew, and the tests compare it with
what they observe. What is declared nowhere is refused: a procedure that names rows in its input and says nothing about whose
(\`core/test/authz/cases.ts\`) fails the tests.

| Caller | Who that is |
| --- | --- |
| nobody | no session |
| buyer | no session, but a purchase of their own |
| half | a person with every role who still has to type the code of the second factor |
| enrolling | a person with every role who still has to set a second factor up |
| elsewhere | a complete session of a master of another platform |
| link | a seller and customer signed in by a mailed link, which opens what belongs to customers alone |
| customer, seller, affiliate, co-producer, manager | a complete session with that role alone |
| as seller | an administrator signed in as a seller |
| admin, password | an administrator with every permission and the role of a seller, signed in without a second factor |
| admin −flag | an administrator with every permission but the one that is asked for (none at all where one of several is) |
| admin +flag | an administrator with no permission but the one that is asked for (the first of several; every permission where none is) |
| master | a master; the platform "operated" is run by its platform, the one called "foreign" is not |

✓ let in · – told to sign in (401) · ✗ refused (403) · i refused on behalf of somebody else · r told to prove who it is, which no
mailed link does.

**Fresh**: what the procedure changes. It wants a proof of who sits there that is at most ten minutes old, and refuses everybody
who is signed in as somebody else. **Rows** says what those who are let in reach: an error's code, or ✓. "∅" is an answer without
anything in it. Refused calls change no row, and no answer names a row of another platform, or of somebody else.
`;

const describeAccess = (access: Access): string => permissionsOf(access).join(' or ');

const symbolFor = (outcomes: Record<string, string>): string => {
  const all = [...new Set(Object.values(outcomes))];
  return all.length === 1 ? (SYMBOLS[all[0] ?? ''] ?? '✓') : '✓';
};

const wordFor = (outcome: string) => (outcome === 'ok' ? '✓' : outcome === 'nothing' ? '∅' : outcome);

/** Describes one kind of row: one outcome for all callers, or outcomes by caller. */
function describeVariant(label: string, byCaller: [CallerName, string][]): string {
  const groups = Map.groupBy(byCaller, ([, outcome]) => outcome);
  if (groups.size === 1) return `${label} ${wordFor(byCaller[0]?.[1] ?? '')}`;
  const [most] = [...groups].sort((a, b) => b[1].length - a[1].length)[0] ?? [''];
  const others = [...groups].filter(([outcome]) => outcome !== most);
  const words = others.map(([outcome, callers]) => `${callers.map(([name]) => name).join(', ')} ${wordFor(outcome)}`);
  return `${label} ${wordFor(most)} (${words.join('; ')})`;
}

function describeRows(observed: Observed): string {
  const welcome = CALLERS.filter((name) => symbolFor(observed[name]) === '✓');
  const labels = Object.keys(observed.master);
  const cells = labels.map((label) => {
    const byCaller = welcome.flatMap((name): [CallerName, string][] => {
      const outcome = observed[name][label];
      return outcome === undefined ? [] : [[name, outcome]];
    });
    return describeVariant(label, byCaller);
  });
  const only = cells.length === 1 ? cells[0]?.replace(/^— ?/, '') : undefined;
  return only === '✓' ? '' : (only ?? cells.join(' · '));
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const symbols = (observed: Observed) => CALLERS.map((name) => symbolFor(observed[name]));

/** Returns what each permission grants to an administrator, as declared by the procedures and addresses. */
function renderGrants(procedures: Procedure[], pages: Page[]): string {
  const grants = [
    ...procedures.map(({ name, access }) => ({ name, access })),
    ...pages.map(({ key, access }) => ({ name: key, access })),
  ];
  const listFor = (permission: AdminPermission) =>
    grants.filter(({ access }) => permissionsOf(access).includes(permission)).map(({ name }) => `\`${name}\``);
  return [
    '## What each permission grants',
    '',
    'The words that people read beside each switch are in `shells/desk/src/permissions/locales`. A permission without a call opens a',
    'screen alone.',
    '',
    '| Permission | Calls |',
    '| --- | --- |',
    ...ADMIN_PERMISSIONS.map((permission) => row([`\`${permission}\``, listFor(permission).join(', ')])),
  ].join('\n');
}

export interface Line {
  observed: Observed;
}

export function renderDocument(procedures: Procedure[], pages: Page[], found: Map<string, Line>): string {
  const columns = CALLERS.map((name) => HEADINGS[name]);
  const head = (...rest: string[]) => [
    row([rest[0] ?? '', ...columns, ...rest.slice(1)]),
    row(['---', ...columns.map(() => ':-:'), ...rest.slice(1).map(() => '---')]),
  ];
  const sections = [...Map.groupBy(procedures, ({ name }) => name.split('.')[0] ?? '')].map(([domain, items]) =>
    [
      `## ${domain}`,
      '',
      ...head('Procedure', 'Permission', 'Fresh', 'Rows'),
      ...items.map(({ name, access, protects = '' }) => {
        const { observed } = found.get(name) as Line;
        const ids = CASES[name]?.ids.map((field) => `\`${field}\``).join(', ');
        const rows = describeRows(observed);
        return row([
          `\`${name.split('.')[1]}\``,
          ...symbols(observed),
          describeAccess(access),
          protects,
          ids && rows ? `${ids}: ${rows}` : rows,
        ]);
      }),
    ].join('\n'),
  );
  const isOpen = ({ key }: Page) => symbols((found.get(key) as Line).observed).every((symbol) => symbol === '✓');
  const restricted = pages.filter((page) => !isOpen(page));
  const open = pages.filter(isOpen);
  const named = open.filter(({ key }) => describeRows((found.get(key) as Line).observed) !== '');
  const plain = open.filter((page) => !named.includes(page));
  const addresses = [
    '## Other addresses',
    '',
    ...head('Address', 'Permission'),
    ...restricted.map(({ key, access }) =>
      row([`\`${key}\``, ...symbols((found.get(key) as Line).observed), describeAccess(access)]),
    ),
    '',
    'Open to everybody, with what comes of the row that the address names:',
    '',
    '| Address | Rows |',
    '| --- | --- |',
    ...named.map(({ key }) => row([`\`${key}\``, describeRows((found.get(key) as Line).observed)])),
    '',
    'Open to everybody, without anybody’s data (documents of the dashboards, what operates a node):',
    '',
    plain.map(({ key }) => `\`${key}\``).join(', '),
  ].join('\n');
  return `${INTRODUCTION}\n${renderGrants(procedures, pages)}\n\n${sections.join('\n\n')}\n\n${addresses}\n`;
}
