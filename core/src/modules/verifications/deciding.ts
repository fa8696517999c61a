/** Asks people for documents and decides about them, for the platform's team. */
import type { RefusalReason, VerificationDocument } from '@feira/schemas/verification';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { checkSecondPerson } from '../approvals/service.ts';
import { recordEvent } from '../audit/service.ts';
import {
  addApproval,
  ask,
  decide,
  lockVerification,
  refuseDocument,
  selectHeld,
  selectPersonByEmail,
  selectVerification,
  type VerificationRow,
} from './model.ts';
import { announceStatus, notifyPerson, notifyTeam } from './notices.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;

const PERMISSION = 'isValidateDocumentsAvailable';
const PERSON = { fields: ['personId'] };

export const toSubject = ({ personId, name, email }: Pick<VerificationRow, 'personId' | 'name' | 'email'>) =>
  ({ type: 'person', id: personId, name, email }) as const;

/** Tells whether the person has more than the platform lets one member of the team decide about. */
export async function needsTwo(
  { find }: Pick<Transaction, 'find'>,
  { id, settings }: PlatformContext,
  personId: string,
): Promise<boolean> {
  const held = await find(selectHeld(id, personId, settings.currency));
  return (held?.amount ?? 0) > settings.verification.secondApprovalAbove;
}

export interface Decision {
  personId: string;
  version: number;
  decision: 'VERIFY' | 'REFUSE';
  refused?: { kind: VerificationDocument; reason: RefusalReason }[] | undefined;
  note?: string | undefined;
}

async function findWaiting(transaction: Transaction, platformId: string, { personId, version }: Decision) {
  const locked = await transaction.find(lockVerification(platformId, personId));
  const row = locked && (await transaction.find(selectVerification(platformId, personId)));
  if (!row) throw new AppError('VERIFICATION_NOT_FOUND', PERSON);
  if (row.status !== 'IN_REVIEW' || row.version !== version) throw new AppError('VERIFICATION_NOT_WAITING', PERSON);
  return row;
}

export function decideVerification(
  app: App,
  { platform, person, request }: PersonCall,
  decision: Decision,
): Promise<{ isComplete: boolean }> {
  const { personId, refused = [], note = null } = decision;
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await findWaiting(transaction, platform.id, decision);
    const hasApproved = row.approvals.some((approval) => approval.personId === person.id);
    if (personId === person.id) throw new AppError('VERIFIER_SAME', PERSON);
    const at = app.clock.now();
    if (decision.decision === 'REFUSE') {
      if (refused.length === 0 && !note) throw new AppError('VERIFICATION_REASON_MISSING', { fields: ['note'] });
      await transaction.runAll([
        ...refused.map((document) => refuseDocument(platform.id, personId, document)),
        notifyPerson(platform.id, personId, { type: 'verification.refused', at, title: note ?? '' }),
        announceStatus(platform.id, personId, 'REFUSED', at),
        decide(platform.id, personId, { status: 'REFUSED', note, by: person.id, at, validMonths: null }),
        recordEvent(platform.id, request, {
          type: 'verification.refused',
          subject: toSubject(row),
          details: {
            ...(refused.length > 0 && {
              refusals: Object.fromEntries(refused.map(({ kind, reason }) => [kind, reason])),
            }),
            ...(note && { note }),
          },
        }),
      ]);
      return { isComplete: true };
    }
    if (hasApproved) throw new AppError('VERIFIER_SAME', PERSON);
    const isTwo = await needsTwo(transaction, platform, personId);
    if (isTwo)
      await checkSecondPerson(transaction, platform.id, {
        permission: PERMISSION,
        firstId: row.approvals[0]?.personId ?? null,
        secondId: person.id,
        concernedIds: [personId],
        field: 'personId',
      });
    const isComplete = !isTwo || row.approvals.length > 0;
    const { validMonths } = platform.settings.verification;
    await transaction.runAll([
      addApproval(platform.id, personId, person.id, at),
      isComplete
        ? notifyPerson(platform.id, personId, { type: 'verification.verified', at })
        : notifyTeam(platform.id, { id: personId, name: row.name }, row.version, person.id),
      ...(isComplete
        ? [
            decide(platform.id, personId, { status: 'VERIFIED', note, by: person.id, at, validMonths }),
            announceStatus(platform.id, personId, 'VERIFIED', at),
          ]
        : []),
      recordEvent(platform.id, request, {
        type: 'verification.approved',
        subject: toSubject(row),
        details: { isLast: isComplete },
      }),
    ]);
    return { isComplete };
  });
}

export function askPerson(
  app: App,
  { platform, request }: PersonCall,
  { email, note }: { email: string; note: string },
): Promise<{ personId: string }> {
  const address = email.toLowerCase();
  const at = app.clock.now();
  return app.database.transaction(platform.id, async (transaction) => {
    const found = await transaction.find(selectPersonByEmail(platform.id, address));
    if (!found) throw new AppError('PERSON_NOT_FOUND', { fields: ['email'] });
    const changed = await transaction.run(ask(platform.id, found.id, note, at));
    if (changed === 0) throw new AppError('VERIFICATION_CLOSED', { fields: ['email'] });
    await transaction.runAll([
      announceStatus(platform.id, found.id, 'ASKED', at),
      notifyPerson(platform.id, found.id, { type: 'verification.asked', at, title: note }),
      recordEvent(platform.id, request, {
        type: 'verification.asked',
        subject: toSubject({ personId: found.id, name: found.name, email: address }),
        details: { note },
      }),
    ]);
    return { personId: found.id };
  });
}
