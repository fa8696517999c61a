/** Cases of platforms, their settings and hosts, and the audit log. */
import type { ErrorCode } from '@feira/schemas/error-catalogue';
import { newId } from '../../../src/shared/ids.ts';
import { type Context, type Outcomes, type ProcedureCase, plain } from '../case.ts';
import type { Side } from '../sides.ts';

/** A platform: the own one, an operated one, or a foreign one. */
export const onPlatform = (
  input: (platformId: string, side: Side | null) => Record<string, unknown>,
  outcomes: { own: Outcomes; operated: Outcomes; foreign: Outcomes },
  ids: readonly string[] = ['platformId'],
): ProcedureCase => ({
  ids,
  variants: {
    own: { input: ({ here }) => input(here.platformId, null), outcome: outcomes.own },
    operated: { input: ({ operated }) => input(operated.platformId, operated), outcome: outcomes.operated },
    foreign: { input: ({ foreign }) => input(foreign.platformId, foreign), outcome: outcomes.foreign },
  },
});

export const MASTER_ONLY = { rest: 'PLATFORM_NOT_FOUND', master: 'ok' } as const;

const host = (refusal: ErrorCode, own: (context: Context) => string, outcome: Outcomes): ProcedureCase => ({
  ids: ['host'],
  variants: {
    own: { input: (context) => ({ host: own(context) }), outcome },
    foreign: { input: ({ foreign }) => ({ host: foreign.host }), outcome: refusal },
    operated: { input: ({ operated }) => ({ host: operated.host }), outcome: refusal },
    'foreign claim': { input: ({ foreign }) => ({ host: foreign.claim }), outcome: refusal },
  },
});

/** The connection that pays withdrawals is named by its id. */
const PAYERS = ['withdrawals.payers.BANK_ACCOUNT', 'withdrawals.payers.PIX'];
/** Ids at networks outside, which name nothing of a platform. */
export const PIXELS = ['pixels.googleAdsConversionApiId', 'pixels.googleAdsId', 'pixels.googleAnalyticsId'];
const payBy = (connectionId: string) => ({ withdrawals: { payers: { PIX: connectionId } } });

const someone = () => `${newId()}@example.com`;

export const PLATFORMS: Record<string, ProcedureCase> = {
  'platforms.listPlatforms': plain(),
  'platforms.getPlatform': onPlatform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: 'ok',
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'platforms.createPlatform': {
    ids: ['host'],
    variants: {
      own: {
        input: () => ({
          name: 'Nova',
          host: 'new.example.com',
          currency: 'BRL',
          adminName: 'Nova Admin',
          adminEmail: someone(),
        }),
        outcome: 'ok',
      },
      foreign: {
        input: ({ foreign }) => ({
          name: 'Nova',
          host: foreign.host,
          currency: 'BRL',
          adminName: 'Nova Admin',
          adminEmail: someone(),
        }),
        outcome: 'DOMAIN_TAKEN',
      },
    },
  },
  'platforms.updatePlatform': {
    ids: ['platformId', ...[...PAYERS, ...PIXELS].map((field) => `settings.${field}`)],
    variants: {
      ...onPlatform((platformId) => ({ platformId, name: 'Outro nome' }), {
        own: 'ok',
        operated: 'ok',
        foreign: 'PLATFORM_NOT_FOUND',
      }).variants,
      'foreign payer': {
        input: ({ here, foreign }) => ({ platformId: here.platformId, settings: payBy(foreign.connectionId) }),
        outcome: 'VALIDATION_FAILED',
      },
    },
  },
  'platforms.addHost': {
    ids: ['platformId', 'host'],
    variants: {
      ...onPlatform((platformId) => ({ platformId, host: 'third.example.com' }), {
        own: 'ok',
        operated: 'ok',
        foreign: 'PLATFORM_NOT_FOUND',
      }).variants,
      'foreign host': {
        input: ({ here, foreign }) => ({ platformId: here.platformId, host: foreign.host }),
        outcome: 'DOMAIN_TAKEN',
      },
    },
  },
  'platforms.removeHost': {
    ids: ['platformId', 'host'],
    variants: {
      ...onPlatform((platformId, side) => ({ platformId, host: side?.host ?? 'second.example.com' }), {
        own: 'ok',
        operated: 'ok',
        foreign: 'PLATFORM_NOT_FOUND',
      }).variants,
      'foreign host': {
        input: ({ here, foreign }) => ({ platformId: here.platformId, host: foreign.host }),
        outcome: 'DOMAIN_NOT_FOUND',
      },
    },
  },

  'settings.getBrand': plain(),
  'settings.getFirstDay': plain(),
  'settings.getDomainState': host('DOMAIN_NOT_FOUND', ({ other }) => other.host, 'ok'),
  'settings.requestConnection': { ...plain(), isPersonal: true },
  'settings.getSettings': plain(),
  'settings.updateRules': {
    ids: PAYERS,
    variants: {
      own: { input: () => ({ softDescriptor: 'OUTRA' }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => payBy(foreign.connectionId), outcome: 'VALIDATION_FAILED' },
    },
  },
  'settings.updateCustomization': plain(() => ({ visuals: { colorPrimary: '#123456' } })),
  'settings.listDomains': plain(),
  'settings.claimDomain': {
    ids: ['host'],
    variants: {
      own: { input: () => ({ host: 'third.example.com' }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ host: foreign.host }), outcome: 'DOMAIN_TAKEN' },
      operated: { input: ({ operated }) => ({ host: operated.host }), outcome: 'DOMAIN_TAKEN' },
    },
  },
  'settings.proveDomain': {
    ...host('DOMAIN_NOT_FOUND', ({ other }) => other.claim, 'DOMAIN_UNPROVEN'),
    counts: ['domain_claim'],
  },
  'settings.removeDomain': host('DOMAIN_NOT_FOUND', ({ other }) => other.host, 'ok'),

  'audit.listEvents': {
    ids: ['personId', 'platformId', 'subjectId'],
    variants: {
      own: { input: ({ here }) => ({ platformId: here.platformId }), outcome: 'ok' },
      operated: { input: ({ operated }) => ({ platformId: operated.platformId }), outcome: MASTER_ONLY },
      foreign: { input: ({ foreign }) => ({ platformId: foreign.platformId }), outcome: 'PLATFORM_NOT_FOUND' },
      'foreign person': {
        input: ({ foreign }) => ({ personId: foreign.personId, subjectId: foreign.personId }),
        outcome: 'nothing',
      },
    },
  },
};
