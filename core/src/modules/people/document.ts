/** Corrects the CPF or CNPJ of a user, in whose name money is paid out. */
import { normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { DOCUMENT_WRONG, readDocument } from '../../shared/documents.ts';
import { recordEvent } from '../audit/service.ts';
import { removeForeign, returnUnreachable } from '../payouts/service.ts';
import { takeBack } from '../verifications/service.ts';
import { type PeopleRequest, toSubject } from './changes.ts';
import { selectLockedDocument, updateDocument } from './model.ts';
import { changeUser } from './service.ts';

export interface Correction {
  personId: string;
  document: string;
  reason: string;
}

/**
 * Also removes payout destinations in another name, because they were confirmed for the former document. A destination that is added
 * meanwhile waits for the person's row and then sees the new document.
 */
export async function setUserDocument(
  app: FastifyInstance,
  request: PeopleRequest,
  { personId, document: typed, reason: said }: Correction,
): Promise<void> {
  const document = readDocument(typed);
  if (!document) throw new AppError('VALIDATION_FAILED', { reasons: { document: DOCUMENT_WRONG } });
  const reason = said.trim();
  if (!reason) throw new AppError('REASON_REQUIRED', { fields: ['reason'] });
  const target = { personId, permission: 'isUserDocumentsAvailable' } as const;
  await changeUser(app, request, target, async ({ transaction }, user, { platformId }) => {
    const present = await transaction.find(selectLockedDocument(platformId, personId));
    if (normalizeDocument(present?.document ?? '') === document) return;
    const removedDestinations = await transaction.run(removeForeign(platformId, personId, document));
    await transaction.runAll([
      updateDocument(platformId, personId, document),
      takeBack(platformId, personId),
      recordEvent(platformId, request, {
        type: 'people.documentChanged',
        subject: toSubject(user),
        details: { reason, removedDestinations },
      }),
    ]);
  });
  // Runs after the change, because a withdrawal that ends locks its owner's accounts first.
  await returnUnreachable(app, request.platform.id, personId);
}
