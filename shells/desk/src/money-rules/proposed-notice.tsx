import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { ProposalOutcome } from './use-money-rules.ts';

interface ProposedNoticeProps {
  outcome: ProposalOutcome | null;
  /** Returns the page of a proposal. */
  toPage?: (proposalId: string) => string;
}

/** Says of a change that was saved but does not apply yet what it waits for. */
export function ProposedNotice({ outcome, toPage }: ProposedNoticeProps) {
  const { t } = useTranslation('moneyRules');
  const { locale } = useHost();
  const isShown = outcome?.status === 'WAITING' || outcome?.status === 'SCHEDULED';
  return (
    <div role="status" className={isShown ? 'notice notice-info' : 'visually-hidden'}>
      {isShown && (
        <>
          <Icon name={outcome.status === 'WAITING' ? 'shield' : 'clock'} />
          <p>
            {outcome.status === 'WAITING'
              ? t('waiting')
              : t('scheduled', { day: formatDay(outcome.effectiveOn ?? '', locale) })}{' '}
            {toPage && outcome.proposalId && <PageLink to={toPage(outcome.proposalId)}>{t('see')}</PageLink>}
          </p>
        </>
      )}
    </div>
  );
}
