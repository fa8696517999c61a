import type { DISPUTE_STATES } from '@feira/schemas/procedures/disputes';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Case } from './use-cases.ts';

const LOOKS: Record<(typeof DISPUTE_STATES)[number], [StatusTone, IconName]> = {
  OPEN: ['pending', 'clock'],
  ANSWERED: ['refunded', 'mail'],
  WON: ['approved', 'check'],
  LOST: ['rejected', 'close'],
  ACCEPTED: ['canceled', 'refund'],
};

export function CaseStatus({ state }: Pick<Case, 'state'>) {
  const { t } = useTranslation('adminMoney');
  const [tone, icon] = LOOKS[state];
  return <StatusBadge tone={tone} icon={icon} label={t(`cases.states.${state}`)} />;
}

export const isUndecided = ({ state }: Pick<Case, 'state'>): boolean => state === 'OPEN' || state === 'ANSWERED';

export const isWon = ({ state }: Pick<Case, 'state'>): boolean => state === 'WON';

const isOver = ({ dueAt }: Pick<Case, 'dueAt'>): boolean => new Date(dueAt) < new Date();

/** A defence is sent once, and only before the deadline. */
export const isAnswerable = (dispute: Pick<Case, 'state' | 'dueAt'>): boolean =>
  dispute.state === 'OPEN' && !isOver(dispute);

/** Returns the deadline of the defence; a decided case has none. */
export function Deadline({ dispute }: { dispute: Case }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  if (!isUndecided(dispute)) return <span className="muted">–</span>;
  const { dueAt, state } = dispute;
  const second =
    isOver(dispute) && state === 'OPEN' ? (
      <span className="field-error">{t('cases.overdue')}</span>
    ) : (
      formatTime(dueAt, locale)
    );
  return (
    <time dateTime={dueAt}>
      <TwoLines first={formatDate(dueAt, locale)} second={second} />
    </time>
  );
}
