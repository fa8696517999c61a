import { Icon } from '@feira/shell-kit/components/icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SortedListProps<Item> {
  label: string;
  /** Undefined while they load. */
  items: Item[] | undefined;
  isBusy: boolean;
  show: (item: Item) => ReactNode;
  /** The buttons of an item before those to edit and to remove it. */
  acts?: (item: Item) => ReactNode;
  /** Called with all ids in their new order. */
  onSort: (ids: string[]) => void;
  onEdit: (item: Item) => void;
  onRemove: (item: Item) => void;
}

/** Lists things in the order that buyers see, each with buttons to move, edit and remove it. */
export function SortedList<Item extends { id: string; title: string }>({
  label,
  items = [],
  isBusy,
  show,
  acts,
  onSort,
  onEdit,
  onRemove,
}: SortedListProps<Item>) {
  const { t } = useTranslation('products');
  const move = (from: number, step: number) => {
    const ids = items.map(({ id }) => id);
    ids.splice(from + step, 0, ...ids.splice(from, 1));
    onSort(ids);
  };
  return (
    <ul className="bumps" aria-label={label} aria-busy={isBusy}>
      {items.map((item, index) => {
        const { id, title } = item;
        return (
          <li key={id} className="panel bump">
            {show(item)}
            <span className="bump-acts">
              <button
                type="button"
                className="icon-button"
                aria-label={t('bumps.up', { title })}
                disabled={index === 0 || isBusy}
                onClick={() => move(index, -1)}
              >
                <Icon name="arrowUp" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={t('bumps.down', { title })}
                disabled={index === items.length - 1 || isBusy}
                onClick={() => move(index, 1)}
              >
                <Icon name="arrowDown" />
              </button>
              {acts?.(item)}
              <button
                type="button"
                className="button"
                aria-label={t('bumps.editOf', { title })}
                onClick={() => onEdit(item)}
              >
                {t('bumps.edit')}
              </button>
              <button
                type="button"
                className="button"
                aria-label={t('bumps.removeOf', { title })}
                onClick={() => onRemove(item)}
              >
                {t('bumps.remove')}
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
