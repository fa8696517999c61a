import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';
import type { DraftRoute, Route } from './route-draft.ts';

type Shown = Route['state'] | 'NEW';
const LOOKS: Record<Shown, readonly [tone: StatusTone, icon: IconName]> = {
  SERVING: ['approved', 'check'],
  ROUTE_OFF: ['canceled', 'stop'],
  CONNECTION_OFF: ['canceled', 'stop'],
  STOPPED: ['rejected', 'stop'],
  METHOD_OFF: ['canceled', 'stop'],
  UNAVAILABLE: ['rejected', 'alert'],
  CIRCUIT_OPEN: ['pending', 'clock'],
  NEW: ['refunded', 'plus'],
};

/** A switch of this page shows at once; only the server knows why a connection does not serve. */
function chooseState({ state, isEnabled }: DraftRoute): Shown {
  if (!isEnabled) return 'ROUTE_OFF';
  if (state === null || state === 'ROUTE_OFF') return 'NEW';
  return state;
}

/** Shows whether payments take this route, as word, colour and icon, and the remedy where they do not. */
export function RouteState({ route }: { route: DraftRoute }) {
  const { t } = useTranslation('routes');
  const state = chooseState(route);
  const [tone, icon] = LOOKS[state];
  const hasHint = state !== 'SERVING' && state !== 'ROUTE_OFF' && state !== 'NEW';
  return (
    <>
      <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />
      {hasHint && <span className="form-hint route-hint">{t(`stateHints.${state}`)}</span>}
    </>
  );
}
