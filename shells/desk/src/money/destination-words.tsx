import { BANKS } from '@feira/schemas/options';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { type DestinationState, stateOf } from './destination-state.ts';
import type { Destination } from './use-money.ts';

const LOOKS: Record<DestinationState, [StatusTone, IconName]> = {
  WAITING: ['pending', 'eye'],
  COOLING: ['pending', 'clock'],
  READY: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
};

/** Names a destination: Pix, CPF; Itaú, bank account. */
export function useDestinationKind() {
  const { t } = useTranslation('money');
  return ({ kind, pixType, bankCode }: Pick<Destination, 'kind' | 'pixType' | 'bankCode'>): string => {
    if (kind === 'PIX_KEY') return pixType ? `Pix, ${t(`pixTypes.${pixType}`)}` : 'Pix';
    const bank = (BANKS as Record<string, string>)[bankCode ?? ''];
    return [bank, t('destinations.bankAccount')].filter(Boolean).join(', ');
  };
}

/** Shows whether money can be sent to a destination, and what it waits for where it cannot. */
export function DestinationStatus({ destination }: { destination: Destination }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const state = stateOf(destination);
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`destinations.states.${state}`)} />;
  const { usableAt, reason } = destination;
  const note = {
    WAITING: t('destinations.waitingNote'),
    COOLING: t('destinations.coolingNote', { date: formatDate(usableAt, locale), time: formatTime(usableAt, locale) }),
    READY: '',
    REFUSED: reason ?? '',
  }[state];
  return note ? <TwoLines first={badge} second={note} /> : badge;
}
