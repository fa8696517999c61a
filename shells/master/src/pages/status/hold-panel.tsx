import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Part, useMoment } from './part.tsx';
import { type Installation, useRelease } from './use-status.ts';

type Hold = NonNullable<Installation['hold']>;

/** Providers are asked about these; the others wait for the release. */
const LOOKED_UP = ['SENDING', 'UNKNOWN'];

/** Shows the orders held since a restore, the reason and the progress of the look-ups, and releases them. */
export function HoldPanel({ hold }: { hold: Hold }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const moment = useMoment();
  const [isAsking, setAsking] = useState(false);
  const { run, error, isBusy } = useRelease();
  const { beganAt, cause, isSet, waiting } = hold;
  const confirm = async () => {
    if (await run({})) setAsking(false);
  };
  return (
    <>
      <div className="notice notice-error status-hold">
        <strong>{t('status.held')}</strong>
        <p>{t('status.heldSince', { time: moment(beganAt) })}</p>
        <p>{t(cause === 'RESTORED' ? 'status.heldRestored' : 'status.heldSetting')}</p>
        {isSet ? (
          <p>{t('status.heldIsSet')}</p>
        ) : (
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {t('status.release')}
          </button>
        )}
      </div>
      <Part
        title={t('status.heldWaiting')}
        records={waiting}
        keyOf={({ platformId, order, state, currency }) => [platformId, order, state, currency].join()}
        empty={t('status.heldNothing')}
        columns={[
          {
            key: 'order',
            title: t('status.heldOrder'),
            isHead: true,
            show: ({ order }) => t(`status.heldOrders.${order}`),
          },
          {
            key: 'state',
            title: t('status.heldProgress'),
            show: ({ state }) => t(LOOKED_UP.includes(state) ? 'status.heldLookedUp' : 'status.heldWaits'),
          },
          { key: 'count', title: t('status.heldCount'), isNumber: true, show: ({ count }) => count },
          {
            key: 'amount',
            title: t('status.heldAmount'),
            isNumber: true,
            show: ({ amount, currency }) => formatCurrency(amount, currency, locale),
          },
        ]}
      />
      {isAsking && (
        <ConfirmDialog
          isDanger
          title={t('status.releaseTitle')}
          text={t('status.releaseText')}
          action={t('status.release')}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
