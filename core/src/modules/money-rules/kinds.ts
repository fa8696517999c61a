/** Knows the kinds of rules that change by proposals: how each is read, changed and shown in an example. Those against fraud move no money. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { type PlatformSettings, withDefaultSettings } from '@feira/schemas/platform';
import type { MoneyRuleKind } from '@feira/schemas/procedures/money-rules';
import type { RiskRule } from '@feira/schemas/procedures/risk';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { AuditEntry } from '../audit/service.ts';
import type { ConnectionsApp } from '../connections/service.ts';
import { type Agreed, lockCosts, lockTerms } from '../fees/model.ts';
import { agreeTerms, type MetRules, setCosts } from '../fees/service.ts';
import { applyRules, type ListedEntry, listEntry, lockEntry, lockRules, loosensRules } from '../risk/service.ts';
import { lockRoutes, type NewRoute, prepareServing, replaceRoutes } from '../routing/service.ts';
import {
  type ConnectionChoices,
  changeLockedPlatform,
  lockSettings,
  readConnectionChoices,
  readSettings,
} from '../settings/service.ts';
import { loosensSafeguard, type Rules } from './examples.ts';
import type { Values } from './model.ts';

type Serving = Awaited<ReturnType<typeof prepareServing>>;

/** The facts that are read before the transaction, because they ask for connections. */
export interface Facts {
  choices: ConnectionChoices;
  serving: Serving | null;
  settings: PlatformSettings;
}

interface Locked {
  name: string;
  /** The rules in force, by name. */
  values: Values;
}

export type Recorder = (entry: AuditEntry) => Statement[];

interface Change {
  platformId: string;
  subject: string;
  /** The rules that change; others stay. */
  values: Values;
  facts: Facts;
  record: Recorder;
  /** The person who proposed it. */
  by: { id: string; name: string };
  toField?: (field: string) => string;
}

interface Kind {
  /** Locks the rules until the transaction ends. */
  lock(transaction: Transaction, platformId: string, subject: string): Promise<Locked>;
  apply(transaction: Transaction, change: Change): Promise<void>;
  /** Returns the rules of an example sale, under these values of this kind. */
  toRules(values: Values, facts: Facts): Rules;
  /** Returns whether the change needs a second person whatever its size in money is. Left out where the size alone decides. */
  loosens?(old: Values, next: Values): boolean;
}

const NOTHING_MET: MetRules = { fees: null, release: null, managerId: null, managerBasisPoints: null, costs: {} };
/** Examples show a manager's share: the id stands for any. */
const ANY_MANAGER = '00000000-0000-0000-0000-000000000001';

async function lockAgreed(
  transaction: Transaction,
  platformId: string,
  personId: string,
): Promise<Locked & { agreed: Agreed }> {
  const row = await transaction.find(lockTerms(platformId, personId));
  if (!row) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
  const { fees, release, managerBasisPoints } = row;
  const agreed = { fees, release, managerBasisPoints };
  return { name: row.name, values: agreed, agreed };
}

const toMethod = (subject: string): PaymentMethod => {
  const method = PAYMENT_METHODS.find((known) => known === subject);
  if (!method) throw new Error(`No payment method is called ${subject}.`);
  return method;
};

export const KINDS: Record<MoneyRuleKind, Kind> = {
  SETTINGS: {
    async lock(transaction, platformId) {
      const { name, settings } = await lockSettings(transaction, platformId);
      const { customization: _, pixels: __, ...values } = settings;
      return { name, values };
    },
    async apply(transaction, { platformId, values, facts, record, toField }) {
      await changeLockedPlatform(
        transaction,
        platformId,
        { settings: values as Partial<PlatformSettings> },
        { type: 'platform.rulesChanged', record, choices: facts.choices, ...(toField && { toField }) },
      );
    },
    toRules: (values) => ({
      settings: withDefaultSettings(values as Partial<PlatformSettings>),
      met: { ...NOTHING_MET, managerId: ANY_MANAGER },
    }),
    loosens: (old, next) => loosensSafeguard(old as unknown as PlatformSettings, next as unknown as PlatformSettings),
  },
  TERMS: {
    lock: lockAgreed,
    async apply(transaction, { platformId, subject, values, record }) {
      const { agreed } = await lockAgreed(transaction, platformId, subject);
      await agreeTerms(transaction, platformId, { personId: subject, ...agreed, ...values }, record);
    },
    toRules(values, { settings }) {
      const agreed = values as unknown as Agreed;
      const isManager = agreed.managerBasisPoints !== null;
      return { settings, met: { ...NOTHING_MET, ...agreed, managerId: isManager ? ANY_MANAGER : null } };
    },
  },
  COSTS: {
    async lock(transaction, platformId, connectionId) {
      const row = await transaction.find(lockCosts(platformId, connectionId));
      if (!row) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
      return { name: row.name, values: { costs: row.costs } };
    },
    apply: (transaction, { platformId, subject, values, record }) =>
      setCosts(transaction, platformId, { connectionId: subject, costs: values.costs as MetRules['costs'] }, record),
    toRules: (values, { settings }) => ({
      settings,
      met: { ...NOTHING_MET, costs: values.costs as MetRules['costs'] },
    }),
  },
  ROUTES: {
    async lock(transaction, platformId, subject) {
      return { name: subject, values: { routes: await lockRoutes(transaction, platformId, toMethod(subject)) } };
    },
    apply: (transaction, { platformId, subject, values, record }) =>
      replaceRoutes(transaction, platformId, {
        method: toMethod(subject),
        routes: values.routes as NewRoute[],
        record,
      }),
    toRules: (values, { settings, serving }) => ({
      settings,
      met: NOTHING_MET,
      ...(serving && { serve: (charge) => serving(values.routes as NewRoute[], charge) }),
    }),
  },
  RISK_RULES: {
    async lock(transaction, platformId) {
      const { name, rules } = await lockRules(transaction, platformId);
      return { name, values: { rules } };
    },
    apply: (transaction, { platformId, values, record, by }) =>
      applyRules(transaction, platformId, { rules: values.rules as RiskRule[], savedBy: by }, record),
    toRules: (_, { settings }) => ({ settings, met: NOTHING_MET }),
    loosens: (old, next) => loosensRules(old.rules as RiskRule[], next.rules as RiskRule[]),
  },
  RISK_ALLOWED: {
    async lock(transaction, platformId, subject) {
      const entry = await lockEntry(transaction, platformId, subject);
      return { name: entry?.label ?? '', values: { entry } };
    },
    apply: (transaction, { platformId, subject, values, record, by }) =>
      listEntry(transaction, platformId, { subject, entry: values.entry as ListedEntry, addedBy: by }, record),
    toRules: (_, { settings }) => ({ settings, met: NOTHING_MET }),
    loosens: () => true,
  },
};

export async function readFacts(
  app: ConnectionsApp,
  platformId: string,
  kind: MoneyRuleKind,
  values: Values,
): Promise<Facts> {
  return {
    choices: await readConnectionChoices(
      app,
      platformId,
      kind === 'SETTINGS' ? (values as Partial<PlatformSettings>) : undefined,
    ),
    serving: kind === 'ROUTES' ? await prepareServing(app, platformId) : null,
    settings: (await readSettings(app, platformId)).settings,
  };
}
