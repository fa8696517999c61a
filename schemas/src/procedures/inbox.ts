/** The inbox of the platform's team: the work that waits for a person, whose it is, and until when. */

import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import type { AdminPermission } from '../options.ts';
import {
  countSchema,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  personSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import type { Access, Procedure } from '../procedure.ts';

interface WorkKindTerms {
  /** An administrator sees the kind with all of these permissions, those of its list. Null: administrators have no part in it. */
  permissions: readonly AdminPermission[] | null;
  /** Managers see the kind of their own sellers, whom they may remind. */
  isForManagers: boolean;
  /** The hours after which it is late where nothing else sets a deadline. */
  answerHours: number;
}

type OfAdmins = WorkKindTerms & { permissions: readonly AdminPermission[] };

const staff = (answerHours: number, ...permissions: AdminPermission[]): OfAdmins => ({
  permissions,
  isForManagers: false,
  answerHours,
});
const shared = (answerHours: number, ...permissions: AdminPermission[]): OfAdmins => ({
  permissions,
  isForManagers: true,
  answerHours,
});

/**
 * Every kind of work that waits for a person. The menu, the inbox and the notices are made from this list alone. RECEIVERS: the answer to
 * their creation was lost. PARKED: charges that their provider cannot be asked about. REFUNDS: their provider does not tell how they ended.
 * VERIFICATIONS: people whose documents wait for the team's look.
 * REVIEWS: payments whose amount is held on the card until a person decides. CARD_TESTS: offers at which somebody tries lists of cards. ERASURES: people who asked to be erased and cannot be yet.
 * REQUESTS: buyers who wait for their seller's decision about a refund. CASES: differences of the nightly comparison. RULES and
 * TERMS: changes of money rules that wait for a second person, of the platform and of one person. CONTRACTS: co-productions that were
 * offered and not answered.
 */
export const WORK = {
  DISPUTES: shared(24, 'isChargesAvailable'),
  REQUESTS: shared(48, 'isSalesAvailable'),
  PARKED: staff(24, 'isSalesAvailable'),
  REFUNDS: staff(24, 'isSalesAvailable'),
  WITHDRAWALS: staff(24, 'isWithdrawsRequestUsersAvailable'),
  MANAGER_WITHDRAWALS: staff(24, 'isWithdrawsRequestManagersAvailable'),
  ANTICIPATIONS: staff(24, 'isAntecipationsAvailable'),
  BANK_ACCOUNTS: staff(48, 'isValidateBankAccountsAvailable'),
  RECEIVERS: staff(24, 'isValidateBankAccountsAvailable'),
  VERIFICATIONS: staff(48, 'isValidateDocumentsAvailable'),
  REVIEWS: staff(24, 'isConfigAvailable'),
  CARD_TESTS: staff(24, 'isSalesAvailable'),
  ERASURES: staff(72, 'isUserAdvancedOptionsAvailable'),
  CASES: staff(72, 'isDashboardAvailable'),
  PRODUCTS: shared(48, 'isProductsAvailable'),
  RULES: staff(72, 'isConfigAvailable'),
  TERMS: staff(72, 'isUserAdvancedOptionsAvailable', 'isUsersAvailable'),
  CONTRACTS: { permissions: null, isForManagers: true, answerHours: 720 },
} as const satisfies Record<string, WorkKindTerms>;
export type WorkKind = keyof typeof WORK;
export const WORK_KINDS = Object.keys(WORK) as WorkKind[];

/** Returns the kinds whose lists an administrator with these permissions may open. */
export const listAdminKinds = (permissions: readonly AdminPermission[]): WorkKind[] =>
  WORK_KINDS.filter((kind) => WORK[kind].permissions?.every((wanted) => permissions.includes(wanted)) ?? false);

/** The kinds that administrators decide. */
export const ADMIN_KINDS: readonly WorkKind[] = WORK_KINDS.filter((kind) => WORK[kind].permissions !== null);

export const MANAGER_KINDS: readonly WorkKind[] = WORK_KINDS.filter((kind) => WORK[kind].isForManagers);

/** Every administrator and manager has an inbox. It holds the kinds that the caller's permissions and sellers bring, and no others. */
const TEAM: Access = { kind: 'role', roles: ['admin', 'manager'] };

const kindSchema = { type: 'string', enum: WORK_KINDS } as const;

export const countItems = {
  name: 'inbox.countItems',
  kind: 'query',
  summary: 'Counts what waits for the signed-in member of the team, by kind. Kinds without anything are listed too.',
  access: TEAM,
  limit: READING,
  input: nothingSchema,
  output: record({
    items: {
      type: 'array',
      items: record({
        kind: kindSchema,
        count: countSchema,
        /** Those of them that one person has decided, and that a second one has to confirm. */
        half: countSchema,
        /** Those that the caller has taken. */
        own: countSchema,
        /** Those whose deadline has passed. */
        late: countSchema,
        /** The earliest deadline; null where nothing waits. */
        dueAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const WORK_HOLDERS = ['OWN', 'NOBODY'] as const;

export const listItems = {
  name: 'inbox.listItems',
  kind: 'query',
  summary: 'Lists what waits for the signed-in member of the team, the earliest deadline first.',
  access: TEAM,
  limit: READING,
  input: optional({
    kind: kindSchema,
    /** OWN: taken by the caller. NOBODY: not taken by anybody. */
    holder: { type: 'string', enum: WORK_HOLDERS },
    ...page,
  }),
  output: record({
    items: {
      type: 'array',
      items: record({
        kind: kindSchema,
        /** The id of the row that waits. */
        id: uuidSchema,
        since: dateTimeSchema,
        dueAt: dateTimeSchema,
        /** True where a bank, a law or an agreement sets the deadline; false where it is the team's own aim. */
        isDeadline: { type: 'boolean' },
        /** The person whose money, product or sale it is about; null where it is about none. */
        person: nullable(personSchema),
        title: nullable(textSchema(120)),
        amount: nullable(amountSchema),
        currency: nullable(currencySchema),
        /** The text by which the list of its kind finds it. */
        reference: textSchema(256),
        /** One person has decided it, and a second one has to confirm. */
        isHalf: { type: 'boolean' },
        /** The caller may not decide it: it is the caller's own, or the caller made the first decision. */
        needsAnother: { type: 'boolean' },
        /** The caller can approve it by one call, also together with others. */
        mayApprove: { type: 'boolean' },
        /** The member of the team who has taken it. */
        holder: nullable(record({ id: uuidSchema, name: textSchema(120) })),
      }),
    },
    next,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const itemOf = { kind: kindSchema, itemId: uuidSchema } as const;

export const takeItem = {
  name: 'inbox.takeItem',
  kind: 'mutation',
  summary:
    'Takes a piece of work, so that the team sees whose it is. Of two people at once one gets it. Work of somebody else is taken over only by naming that person.',
  access: TEAM,
  limit: CHANGING,
  input: recordWith(itemOf, {
    /** The member of the team from whom it is taken over. */
    fromPersonId: uuidSchema,
  }),
  output: nothingSchema,
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN', 'WORK_NOT_WAITING', 'WORK_TAKEN'],
} as const satisfies Procedure;

export const releaseItem = {
  name: 'inbox.releaseItem',
  kind: 'mutation',
  summary: 'Releases a piece of work that the caller has taken. Nothing changes where the caller has not taken it.',
  access: TEAM,
  limit: CHANGING,
  input: record(itemOf),
  output: nothingSchema,
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const inboxErrors = {
  WORK_NOT_WAITING: {
    status: 409,
    'pt-BR': 'Esta pendência já foi resolvida, ou não é sua para resolver.',
    en: 'This item is already done, or not yours to do.',
  },
  WORK_TAKEN: {
    status: 409,
    'pt-BR': 'Outra pessoa assumiu esta pendência antes. A lista mostra quem.',
    en: 'Somebody else took this item first. The list shows who.',
  },
} as const satisfies ErrorTexts;
