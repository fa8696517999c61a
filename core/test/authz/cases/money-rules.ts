/** Cases of proposals of money rules: on the own platform and on operated ones. */
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { newId } from '../../../src/shared/ids.ts';
import type { ProcedureCase } from '../case.ts';
import { onPlatform } from './platforms.ts';

const BY_MASTERS = {
  rest: 'PROPOSAL_NOT_FOUND',
  'admin-with': 'PLATFORM_NOT_FOUND',
} as const;

/** No proposal has this id: a caller with access hears just that, on a platform that they reach. */
const onProposal = (extra: Record<string, unknown>): ProcedureCase =>
  onPlatform(
    (platformId) => ({ platformId, proposalId: newId(), ...extra }),
    { own: 'PROPOSAL_NOT_FOUND', operated: BY_MASTERS, foreign: 'PLATFORM_NOT_FOUND' },
    ['platformId', 'proposalId'],
  );

export const MONEY_RULES: Record<string, ProcedureCase> = {
  'moneyRules.listProposals': onPlatform(
    (platformId) => ({ platformId, view: 'OPEN', proposalId: newId() }),
    { own: 'ok', operated: { rest: 'ok', 'admin-with': 'PLATFORM_NOT_FOUND' }, foreign: 'PLATFORM_NOT_FOUND' },
    ['platformId', 'proposalId'],
  ),
  'settings.previewRules': {
    ids: ['withdrawals.payers.BANK_ACCOUNT', 'withdrawals.payers.PIX'],
    variants: {
      own: { input: () => ({ billetExpiresInDays: 4 }), outcome: 'nothing' },
      foreign: {
        input: ({ foreign }) => ({
          withdrawals: { ...DEFAULT_PLATFORM_SETTINGS.withdrawals, payers: { PIX: foreign.connectionId } },
        }),
        outcome: 'VALIDATION_FAILED',
      },
    },
  },
  'moneyRules.previewRestore': onProposal({}),
  'moneyRules.decideProposal': onProposal({ decision: 'APPROVE' }),
  'moneyRules.restoreRules': onProposal({}),
};
