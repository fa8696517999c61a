import type { Manifest, StatusMap } from '@feira/schemas/manifest';
import type { IconName } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import './status-maps.css';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { groupWords } from './status-words.ts';

const SUBJECTS = ['payment', 'withdraw', 'receiver'] as const;
const LOOKS: Record<string, { icon: IconName; tone: StatusTone }> = {
  PENDING: { icon: 'clock', tone: 'pending' },
  APPROVED: { icon: 'check', tone: 'approved' },
  ACTIVE: { icon: 'check', tone: 'approved' },
  REJECTED: { icon: 'close', tone: 'rejected' },
  CANCELED: { icon: 'stop', tone: 'canceled' },
  REFUNDED: { icon: 'refund', tone: 'refunded' },
  RETURNED: { icon: 'refund', tone: 'refunded' },
  CHARGEBACK: { icon: 'dispute', tone: 'chargeback' },
};

/** Shows the provider's statuses, and the status of ours that each becomes. */
export function StatusMaps({ manifest: { status } }: { manifest: Manifest }) {
  const { t } = useTranslation('marketplace');
  return (
    <section className="panel">
      <h2>{t('statuses.title')}</h2>
      <p className="muted">{t('statuses.text')}</p>
      {SUBJECTS.map((subject) => {
        const map = status[subject];
        return map && <WordsTable key={subject} title={t(`statuses.${subject}`)} map={map} />;
      })}
    </section>
  );
}

function WordsTable({ title, map }: { title: string; map: StatusMap<string> }) {
  const { t } = useTranslation('marketplace');
  return (
    <table className="words">
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('statuses.ours')}</th>
          <th scope="col">{t('statuses.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {groupWords(map).map(({ status, words, isFallback }) => (
          <tr key={status}>
            <th scope="row">
              <OurStatus status={status} />
            </th>
            <td>
              <ul className="words-list">
                {words.map((word) => (
                  <li key={word}>
                    <code>{word}</code>
                  </li>
                ))}
                {isFallback && <li className="words-other">{t('statuses.other')}</li>}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OurStatus({ status }: { status: string }) {
  const { t } = useTranslation('marketplace');
  const { icon, tone } = LOOKS[status] ?? LOOKS.PENDING!;
  return <StatusBadge tone={tone} icon={icon} label={t(`statuses.words.${status}` as never)} />;
}
