import type { Locale } from '@feira/schemas/common';
import {
  getOwnPrivacy,
  openCopy,
  PRIVACY_WAIT_DAYS,
  type PrivacyHindrance,
  requestErasure,
  withdrawErasure,
} from '@feira/schemas/procedures/privacy';
import type { Client } from '@feira/shell-kit/client';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatDate } from '@feira/shell-kit/format';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { useSubmit } from '../../../components/use-submit.ts';
import './add-texts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DoneNotice, Section } from '../section.tsx';
import { useLoaded } from '../use-account.ts';

interface PrivacySectionProps {
  client: Client;
  locale: Locale;
  isReadOnly: boolean;
}

/** Gives people a copy of their data, and erases them when they ask. */
export default function PrivacySection({ client, locale, isReadOnly }: PrivacySectionProps) {
  const { t } = useTranslation('privacy');
  const { value, error, reload } = useLoaded(client, getOwnPrivacy);
  const copy = useSubmit();
  const erasure = useSubmit();
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState<'asked' | 'withdrawn' | null>(null);
  const waiting = value?.request?.state === 'WAITING' ? value.request : null;
  const refused = value?.request?.state === 'REFUSED' ? value.request : null;

  const download = () =>
    copy.submit(async () => {
      const { url } = await client.call(openCopy, {});
      location.assign(url);
    });
  const change = async (outcome: 'asked' | 'withdrawn') => {
    setIsAsking(false);
    setDone(null);
    const refusal = await erasure.submit(() => client.call(outcome === 'asked' ? requestErasure : withdrawErasure, {}));
    await reload();
    if (!refusal) setDone(outcome);
  };
  return (
    <Section title={t('title')} text={t('text')}>
      {error && !value && <LoadError error={error} onRetry={reload} />}
      {waiting && (
        <div className="notice notice-warning">
          <div>
            <strong>{t('waiting', { date: formatDate(waiting.startsAt, locale) })}</strong>
            {value && value.hindrances.length > 0 && (
              <>
                <p>{t('hindered')}</p>
                <Hindrances hindrances={value.hindrances} />
              </>
            )}
          </div>
        </div>
      )}
      {refused && <p className="notice notice-info">{t('refused', { reason: refused.reason })}</p>}
      <FailureNotice failure={copy.failure ?? erasure.failure} />
      <DoneNotice text={done && t(`done.${done}`)} />
      {!isReadOnly && value && (
        <div className="account-actions">
          <button type="button" className="button" aria-busy={copy.isBusy} onClick={() => void download()}>
            {t('copy')}
          </button>
          {waiting ? (
            <button
              type="button"
              className="button"
              aria-busy={erasure.isBusy}
              onClick={() => void change('withdrawn')}
            >
              {t('withdraw')}
            </button>
          ) : (
            <button type="button" className="button" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
              {t('erase')}
            </button>
          )}
        </div>
      )}
      {isAsking && value && (
        <ConfirmDialog
          title={t('askTitle')}
          text={t('askText', { count: PRIVACY_WAIT_DAYS })}
          action={t('ask')}
          onConfirm={() => void change('asked')}
          onCancel={() => setIsAsking(false)}
        >
          {value.hindrances.length > 0 && (
            <>
              <p>{t('hinderedFirst')}</p>
              <Hindrances hindrances={value.hindrances} />
            </>
          )}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Hindrances({ hindrances }: { hindrances: readonly PrivacyHindrance[] }) {
  const { t } = useTranslation('privacy');
  return (
    <ul className="privacy-hindrances">
      {hindrances.map((hindrance) => (
        <li key={hindrance}>{t(`hindrances.${hindrance}`)}</li>
      ))}
    </ul>
  );
}
