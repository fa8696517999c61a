import type { PaymentMethod } from '@feira/schemas/common';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftRoute, RoutableConnection } from './route-draft.ts';

interface AddRouteProps {
  method: PaymentMethod;
  routes: readonly DraftRoute[];
  connections: readonly RoutableConnection[];
  onAdd: (connectionId: string) => void;
}

/** A list may hold the same connection more than once, with other conditions each time. */
export function AddRoute({ method, routes, connections, onAdd }: AddRouteProps) {
  const { t } = useTranslation(['routes', 'kit']);
  const [chosen, setChosen] = useState('');
  const isListed = (connectionId: string) => routes.some((route) => route.connectionId === connectionId);
  const able = connections.filter(({ methods }) => methods.includes(method));
  const options = [...able.filter(({ id }) => !isListed(id)), ...able.filter(({ id }) => isListed(id))];
  // A connection that is listed already is added again only by choice.
  const free = options.find(({ id }) => !isListed(id))?.id ?? '';
  const value = options.some(({ id }) => id === chosen) ? chosen : free;
  if (options.length === 0)
    return <p className="form-hint">{t('noConnections', { method: t(`kit:method.${method}`) })}</p>;
  return (
    <div className="route-add">
      <SelectField
        label={t('addLabel')}
        value={value}
        options={[
          ...(free ? [] : [{ value: '', label: t('addNone') }]),
          ...options.map(({ id, name }) => ({ value: id, label: isListed(id) ? t('addAgain', { name }) : name })),
        ]}
        onChange={setChosen}
      />
      <button
        type="button"
        className="button"
        disabled={value === ''}
        onClick={() => {
          onAdd(value);
          setChosen('');
        }}
      >
        <Icon name="plus" size={18} />
        {t('add')}
      </button>
    </div>
  );
}
