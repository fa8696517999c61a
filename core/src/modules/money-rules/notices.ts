/** Notifies those who may decide a proposal of money rules, and its proposer of the decision. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { MONEY_RULE_PERMISSIONS } from '@feira/schemas/procedures/money-rules';
import type { Statement } from '../../plugins/database.ts';
import { notifyAdmins, notifyByEmail, notifyMasters } from '../notifications/service.ts';
import type { ProposalRow } from './model.ts';

type Noticed = Pick<ProposalRow, 'id' | 'kind' | 'subject' | 'subjectName' | 'proposerId'>;

const pageOf = ({ id, kind, subject }: Noticed): string =>
  kind === 'TERMS'
    ? `${DASHBOARD_PATHS.admin}/manage-users/${subject}?proposal=${id}`
    : `${DASHBOARD_PATHS.admin}/money-rules?proposal=${id}`;

/** Notifies everybody of the platform who may decide, except the proposer. The notices end with the decision. */
export function notifyDeciders(platformId: string, row: Noticed): Statement[] {
  const notice = {
    type: 'rules.waiting',
    parameters: { title: row.subjectName },
    source: `rules:${row.id}`,
    workId: row.id,
    exceptPersonId: row.proposerId,
  } as const;
  const href = `${DASHBOARD_PATHS.master}/platforms/${platformId}?part=rules&proposal=${row.id}`;
  return [
    notifyAdmins(platformId, MONEY_RULE_PERMISSIONS[row.kind], { ...notice, href: pageOf(row) }),
    notifyMasters(platformId, { ...notice, href }),
  ];
}

/** Notifies everybody who may propose it again, and its proposer, that a change was not applied. */
export function notifyLapsed(platformId: string, row: ProposalRow): Statement[] {
  const notice = {
    type: 'rules.lapsed',
    parameters: { title: row.subjectName },
    source: `rules:${row.id}:lapsed`,
  } as const;
  const href = `${DASHBOARD_PATHS.master}/platforms/${platformId}?part=rules&proposal=${row.id}`;
  return [
    notifyAdmins(platformId, MONEY_RULE_PERMISSIONS[row.kind], { ...notice, href: pageOf(row) }),
    notifyMasters(platformId, { ...notice, href }),
    // The page does not open for a person who has lost the right.
    notifyByEmail(platformId, row.proposerEmail, { ...notice, href: null }),
  ];
}

/** Notifies the proposer, who may also be a master of the operator's platform and then has no notices here. */
export const notifyProposer = (platformId: string, row: ProposalRow): Statement =>
  notifyByEmail(platformId, row.proposerEmail, {
    type: 'rules.decided',
    parameters: { title: row.subjectName },
    href: pageOf(row),
    source: `rules:${row.id}:decided`,
  });
