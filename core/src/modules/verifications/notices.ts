/** Tells people what became of their verification, and the team what waits for it. */
import { DASHBOARD_PATHS, HOST_PATHS } from '@feira/schemas/addresses';
import type { Statement } from '../../plugins/database.ts';
import { announce } from '../events/service.ts';
import { notifyAdmins, prepareNotification } from '../notifications/service.ts';

interface News {
  type: 'verification.asked' | 'verification.verified' | 'verification.refused' | 'verification.expired';
  at: Date;
  /** The team's words. */
  title?: string;
}

const MOST_LETTERS = 120;

export const notifyPerson = (platformId: string, personId: string, { type, at, title = '' }: News): Statement =>
  prepareNotification(platformId, personId, {
    type,
    parameters: { title: title.slice(0, MOST_LETTERS) },
    href: `${HOST_PATHS.account}#verification`,
    source: `${type}:${at.getTime()}`,
  });

const KYC_EVENTS = {
  ASKED: 'kyc.requested',
  IN_REVIEW: 'kyc.submitted',
  VERIFIED: 'kyc.verified',
  REFUSED: 'kyc.refused',
  EXPIRED: 'kyc.expired',
} as const;

/** Announces a person's new status to other systems. */
export const announceStatus = (
  platformId: string,
  personId: string,
  status: keyof typeof KYC_EVENTS,
  at: Date,
): Statement =>
  announce(platformId, {
    type: KYC_EVENTS[status],
    key: `${personId}:${at.getTime()}`,
    sellerId: personId,
    subjectId: personId,
    data: { verification: { personId, status } },
  });

/** Without `approvedBy` nobody has looked; with it, everybody but that member of the team is told. */
export const notifyTeam = (
  platformId: string,
  person: { id: string; name: string },
  version: number,
  approvedBy?: string,
): Statement =>
  notifyAdmins(platformId, 'isValidateDocumentsAvailable', {
    type: 'verification.waiting',
    parameters: { title: person.name },
    href: `${DASHBOARD_PATHS.admin}/document-validation?person=${person.id}`,
    source: `verification:${person.id}:${version}${approvedBy ? ':second' : ''}`,
    workId: person.id,
    ...(approvedBy && { exceptPersonId: approvedBy }),
  });
