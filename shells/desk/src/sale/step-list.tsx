import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Step {
  at: string;
  icon: IconName;
  words: string;
  note: string;
  /** The fact behind the line. */
  facts?: ReactNode;
}

/** Joins the parts of a note that are known. */
export const noteOf = (...parts: (string | null | false | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Lists what has happened, the oldest first. Of the same moment, what was given first comes first. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const sorted = steps.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return (
    <ol className="sale-history">
      {sorted.map(({ at, icon, words, note, facts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what has happened keeps its place.
        <li key={index}>
          <Icon name={icon} size={18} />
          <div className="sale-step">
            <span>{words}</span>
            <span className="muted">
              <time dateTime={at}>{t('at', { date: formatDate(at, locale), time: formatTime(at, locale) })}</time>
              {note && ` · ${note}`}
            </span>
            {facts}
          </div>
        </li>
      ))}
    </ol>
  );
}
