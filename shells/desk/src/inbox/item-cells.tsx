import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { useReleasing, useTaking, type WorkItem } from './use-inbox.ts';

const isLate = ({ dueAt }: WorkItem) => new Date(dueAt) < new Date();

/** Names the work, and leads to where it is decided. */
export function ItemName({ item, to }: { item: WorkItem; to: string | null }) {
  const { t } = useTranslation('inbox');
  const name = t(`kind.${item.kind}`);
  const note = item.needsAnother ? t('needsAnother') : item.isHalf ? t('half') : item.title;
  return (
    <TwoLines
      first={
        to ? (
          <PageLink to={to} className="list-name">
            {name}
          </PageLink>
        ) : (
          <span className="list-name">{name}</span>
        )
      }
      second={note}
    />
  );
}

/** Tells until when it has to be done, and who says so. */
export function DueTime({ item }: { item: WorkItem }) {
  const { t } = useTranslation('inbox');
  const { locale } = useHost();
  const { dueAt, isDeadline } = item;
  return (
    <time dateTime={dueAt}>
      <TwoLines
        first={
          <span className={isLate(item) ? 'inbox-late' : undefined}>
            {formatDate(dueAt, locale)}, {formatTime(dueAt, locale)}
          </span>
        }
        second={`${isLate(item) ? `${t('late')} · ` : ''}${t(isDeadline ? 'deadline' : 'aim')}`}
      />
    </time>
  );
}

/** Shows whose it is, with the button that takes or releases it. */
export function ItemHolder({ item }: { item: WorkItem }) {
  const { t } = useTranslation('inbox');
  const { session } = useHost();
  const taking = useTaking();
  const releasing = useReleasing();
  const { kind, id: itemId, holder } = item;
  const isOwn = holder?.id === session.person.id;
  const act = isOwn
    ? { label: t('release'), run: () => releasing.run({ kind, itemId }) }
    : {
        label: holder ? t('takeOver', { name: holder.name }) : t('take'),
        run: () => taking.run({ kind, itemId, ...(holder && { fromPersonId: holder.id }) }),
      };
  const error = taking.error ?? releasing.error;
  return (
    <span className="list-actions">
      <span className={holder ? undefined : 'muted'}>{isOwn ? t('you') : (holder?.name ?? t('nobody'))}</span>
      <button
        type="button"
        className="button"
        aria-busy={taking.isBusy || releasing.isBusy}
        onClick={() => !taking.isBusy && !releasing.isBusy && act.run()}
      >
        {act.label}
        <span className="visually-hidden">
          {' '}
          ({t(`kind.${kind}`)}
          {item.person && `, ${item.person.name}`})
        </span>
      </button>
      {error && (
        <span className="field-error list-reason" role="alert">
          {error.message}
        </span>
      )}
    </span>
  );
}
