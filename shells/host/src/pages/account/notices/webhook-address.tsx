import type { Output } from '@feira/schemas/procedure';
import {
  type getNotificationWebhook,
  removeNotificationWebhook,
  setNotificationWebhook,
  testNotificationWebhook,
} from '@feira/schemas/procedures/seller-webhooks';
import type { Client } from '@feira/shell-kit/client';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Field } from '../../../components/field.tsx';
import { useSubmit } from '../../../components/use-submit.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DoneNotice } from '../section.tsx';

type Webhook = Output<typeof getNotificationWebhook>['webhook'];

interface WebhookAddressProps {
  client: Client;
  webhook: Webhook;
  isReadOnly: boolean;
  onChanged: () => Promise<void>;
}

type Done = 'saved' | 'webhook.tested' | null;

/** Sets the address to which the person's notifications are sent, and shows its secret this once. */
export function WebhookAddress({ client, webhook, isReadOnly, onChanged }: WebhookAddressProps) {
  const { t } = useTranslation('notices');
  const { failure, isBusy, submit, forget } = useSubmit();
  const [secret, setSecret] = useState<string | null>(null);
  const [done, setDone] = useState<Done>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const [isEmpty, setIsEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const act = async (action: () => Promise<unknown>, told: Done) => {
    setDone(null);
    const refusal = await submit(async () => {
      await action();
      await onChanged();
    });
    if (refusal?.fields.url) (form.current?.elements.namedItem('url') as HTMLInputElement | null)?.focus();
    if (!refusal) setDone(told);
  };
  const set = (change: { url: string; isEnabled: boolean; isSecretNew?: true }) =>
    act(async () => {
      const made = await client.call(setNotificationWebhook, change);
      if (made.secret) setSecret(made.secret);
    }, 'saved');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const url = String(new FormData(form.current!).get('url')).trim();
    setIsEmpty(url === '');
    if (url !== '') void set({ url, isEnabled: true });
  };
  const remove = () => {
    setIsRemoving(false);
    setSecret(null);
    void act(() => client.call(removeNotificationWebhook, {}), null);
  };
  return (
    <form ref={form} className="account-form" noValidate onSubmit={save}>
      <h3 className="notice-heading">{t('webhook.title')}</h3>
      <p className="muted">{t('webhook.text')}</p>
      {webhook && <State webhook={webhook} />}
      <Field
        key={webhook?.url}
        label={t('webhook.url')}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        defaultValue={webhook?.url ?? ''}
        disabled={isReadOnly}
        problem={isEmpty ? t('webhook.urlMissing') : failure?.fields.url}
        onChange={() => {
          setIsEmpty(false);
          forget('url');
        }}
      />
      {secret && (
        <div className="notice-secret">
          <strong>{t('webhook.secret')}</strong>
          <p className="muted">{t('webhook.secretHint')}</p>
          <code>{secret}</code>
          <div>
            <CopyButton text={secret} label={t('webhook.copy')} />
          </div>
        </div>
      )}
      <FailureNotice failure={failure?.fields.url ? null : failure} />
      <DoneNotice text={done ? t(done) : null} />
      {!isReadOnly && (
        <div className="notice-actions">
          <button type="submit" className="button" aria-busy={isBusy}>
            {t(webhook && !webhook.isEnabled ? 'webhook.turnOn' : 'webhook.save')}
          </button>
          {webhook && (
            <>
              <button
                type="button"
                className="button"
                onClick={() => void act(() => client.call(testNotificationWebhook, {}), 'webhook.tested')}
              >
                {t('webhook.test')}
              </button>
              {webhook.isEnabled && (
                <button
                  type="button"
                  className="button"
                  onClick={() => void set({ url: webhook.url, isEnabled: false })}
                >
                  {t('webhook.turnOff')}
                </button>
              )}
              <button
                type="button"
                className="button"
                onClick={() => void set({ url: webhook.url, isEnabled: webhook.isEnabled, isSecretNew: true })}
              >
                {t('webhook.newSecret')}
              </button>
              <button type="button" className="button" onClick={() => setIsRemoving(true)}>
                {t('webhook.remove')}
              </button>
            </>
          )}
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('webhook.removeTitle')}
          text={t('webhook.removeText')}
          action={t('webhook.remove')}
          onConfirm={remove}
          onCancel={() => setIsRemoving(false)}
        />
      )}
    </form>
  );
}

/** Says whether it is on, and what became of the last notification. */
function State({ webhook: { isEnabled, offReason, lastDelivery } }: { webhook: NonNullable<Webhook> }) {
  const { t } = useTranslation('notices');
  const status = lastDelivery?.answerStatus;
  return (
    <p role="status">
      {t(isEnabled ? 'webhook.on' : `webhook.off.${offReason ?? 'SELLER'}`)}{' '}
      {lastDelivery && (
        <span className="muted">
          {t(`webhook.last.${lastDelivery.state}`)}
          {lastDelivery.state !== 'SENT' && status ? ` ${t('webhook.answered', { status })}` : ''}
        </span>
      )}
    </p>
  );
}
