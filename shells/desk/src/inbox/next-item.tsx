import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { WORK_KINDS, type WorkKind } from '@feira/schemas/procedures/inbox';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { toDecision } from './address.ts';
import './inbox.css';
import { ItemHolder } from './item-cells.tsx';
import { useWorkItems, type WorkItem } from './use-inbox.ts';

/** The number of items among which the next ones of a kind are found. */
const MOST = 100;

/** Stands above a page that the inbox has opened; the address names the item. */
export function NextItem({ kind, itemId }: { kind: string; itemId: string }) {
  const known = WORK_KINDS.find((name) => name === kind);
  return known ? <ItemBar kind={known} itemId={itemId} /> : null;
}

/** Shows whose the item is, whether it is done, and the next one of its kind. */
function ItemBar({ kind, itemId }: { kind: WorkKind; itemId: string }) {
  const { t } = useTranslation('inbox');
  const { locale, session } = useHost();
  const { data, isPlaceholderData } = useWorkItems({ kind, limit: MOST });
  if (!data || isPlaceholderData) return null;
  const item = data.items.find(({ id }) => id === itemId);
  const isFree = ({ holder }: WorkItem) => !holder || holder.id === session.person.id;
  const next = data.items.find((other) => other.id !== itemId && !other.needsAnother && isFree(other));
  const to = next && toDecision(next);
  return (
    <section className="inbox-bar" aria-label={t('bar')}>
      <p role="status">
        {item
          ? t('barOpen', {
              kind: t(`kind.${kind}`),
              date: `${formatDate(item.dueAt, locale)}, ${formatTime(item.dueAt, locale)}`,
            })
          : t('barDone')}
        {!next && ` ${t('noNext')}`}
      </p>
      {item && <ItemHolder item={item} />}
      {to && (
        <PageLink to={to} className={item ? 'button' : 'button button-primary'}>
          {next.person ? t('next', { name: next.person.name }) : t('nextPlain')}
        </PageLink>
      )}
      <PageLink to={`${DASHBOARD_PATHS.admin}/inbox?kind=${kind}`}>{t('back')}</PageLink>
    </section>
  );
}
