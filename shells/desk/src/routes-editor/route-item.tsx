import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { readCount } from '@feira/shell-kit/amount-text';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteConditions } from './route-conditions.tsx';
import {
  type DraftRoute,
  isCheapestFirst,
  MAX_WEIGHT,
  type RoutableConnection,
  type RouteProblems,
} from './route-draft.ts';
import { RouteState } from './route-state.tsx';

export type RouteAct = 'up' | 'down' | 'join' | 'remove';
const ACTS: Record<RouteAct, IconName> = { up: 'arrowUp', down: 'arrowDown', join: 'join', remove: 'trash' };

interface RouteItemProps {
  route: DraftRoute;
  /** The routes that share payments with this one, itself included. */
  group: readonly DraftRoute[];
  method: PaymentMethod;
  currency: Currency;
  connection: RoutableConnection | undefined;
  name: string;
  link: string | undefined;
  note: ReactNode;
  problems: RouteProblems;
  /** The server's message. */
  refusal: string | undefined;
  canAct: (what: RouteAct) => boolean;
  onAct: (what: RouteAct) => void;
  onChange: (changed: Partial<DraftRoute>) => void;
}

const weightOf = ({ weight, isEnabled }: DraftRoute) => (isEnabled ? (readCount(weight, 1, MAX_WEIGHT) ?? 0) : 0);

export function RouteItem(props: RouteItemProps) {
  const { route, method, currency, connection, name, link, note, problems, refusal, canAct, onAct, onChange } = props;
  const { t } = useTranslation('routes');
  const { isManaged } = route;
  return (
    <li className="route" data-route={route.key}>
      <div className="route-head">
        <TwoLines
          first={link ? <PageLink to={link}>{name}</PageLink> : <strong className="list-name">{name}</strong>}
          second={connection && `${connection.providerName} · ${t(`environments.${connection.environment}`)}`}
        />
        <span className="route-marks">
          <RouteState route={route} />
          {isManaged && <span className="tag">{t('managed')}</span>}
        </span>
        {!isManaged && (
          <span className="route-buttons">
            {(Object.keys(ACTS) as RouteAct[]).map((what) => (
              <button
                key={what}
                type="button"
                className="icon-button"
                data-act={what}
                aria-label={t(what, { name })}
                title={t(what, { name })}
                disabled={!canAct(what)}
                onClick={() => onAct(what)}
              >
                <Icon name={ACTS[what]} size={18} />
              </button>
            ))}
          </span>
        )}
      </div>
      <div className="route-body">
        <CheckField
          isSwitch
          label={t('isOnOf', { name })}
          isChecked={route.isEnabled}
          disabled={isManaged}
          onChange={(isEnabled) => onChange({ isEnabled })}
        />
        <Weight {...props} />
        {note}
      </div>
      <RouteConditions
        conditions={route.conditions}
        method={method}
        currency={currency}
        name={name}
        problems={problems}
        isReadOnly={isManaged}
        onChange={(conditions) => onChange({ conditions })}
      />
      {isManaged && <p className="form-hint">{t('managedHint')}</p>}
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </li>
  );
}

/** A weight matters only beside another. */
function Weight({ route, group, name, problems, onChange }: RouteItemProps) {
  const { t } = useTranslation('routes');
  const { locale } = useHost();
  if (group.length < 2) return null;
  const total = group.reduce((sum, other) => sum + weightOf(other), 0);
  return (
    <div className="route-weight">
      <TextField
        label={t('weightOf', { name })}
        isLabelHidden
        prefix={t('weight')}
        inputMode="numeric"
        maxLength={4}
        disabled={route.isManaged}
        value={route.weight}
        problem={problems.weight && t('problems.weight')}
        onChange={(weight) => onChange({ weight })}
      />
      {!isCheapestFirst(group) && (
        <span className="muted">{t('shareOf', { share: formatShare(weightOf(route), total, locale) })}</span>
      )}
    </div>
  );
}
