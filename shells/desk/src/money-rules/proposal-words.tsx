import type { Locale } from '@feira/schemas/common';
import type { MoneyRuleKind, ProposalStatus } from '@feira/schemas/procedures/money-rules';
import { AUDIT_FIELDS, AUDIT_TITLES } from '@feira/schemas/rules/audit-fields';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { isMethod } from './rule-changes.tsx';
import type { Proposal } from './use-money-rules.ts';

const LOOKS: Record<ProposalStatus, readonly [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  SCHEDULED: ['refunded', 'history'],
  APPLIED: ['approved', 'check'],
  REJECTED: ['rejected', 'close'],
  CANCELED: ['canceled', 'stop'],
  OUTDATED: ['canceled', 'alert'],
  LAPSED: ['canceled', 'alert'],
};

/** Shows the state of a change, with what it means on request. */
export function ProposalState({ status, isExplained = false }: { status: ProposalStatus; isExplained?: boolean }) {
  const { t } = useTranslation('moneyRules');
  const [tone, icon] = LOOKS[status];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`states.${status}`)} />;
  return isExplained ? <TwoLines first={badge} second={t(`stateTexts.${status}`)} /> : badge;
}

/** Returns the name of what the rules belong to. */
export function useProposalTitle({
  kind,
  subject,
  subjectName,
}: {
  kind: MoneyRuleKind;
  subject: string;
  subjectName: string;
}) {
  const { t } = useTranslation('moneyRules');
  return t(`subjects.${kind}`, { name: isMethod(subject) ? t(`methods.${subject}`) : subjectName });
}

/** Returns the names of the rules that a proposal changes. */
export const nameFields = ({ after }: Pick<Proposal, 'after'>, locale: Locale): string =>
  Object.keys(after)
    .map((name) => (AUDIT_TITLES[name] ?? AUDIT_FIELDS[name])?.[locale] ?? name)
    .join(', ');

/** Names the rules that a proposal changes, and whose they are. */
export function ProposalName({ proposal }: { proposal: Proposal }) {
  const { locale } = useHost();
  const title = useProposalTitle(proposal);
  const hasSeveral = proposal.kind === 'SETTINGS' || proposal.kind === 'TERMS';
  return (
    <TwoLines
      first={<span className="list-name">{title}</span>}
      second={hasSeveral ? nameFields(proposal, locale) : undefined}
    />
  );
}
