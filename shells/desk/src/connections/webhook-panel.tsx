import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionDetails } from './use-connections.ts';

const STEPS = ['open', 'paste', 'secret'] as const;

/** Shows the address of the provider's webhooks, and how to register it at the provider. */
export function WebhookPanel({ connection }: { connection: ConnectionDetails }) {
  const { t } = useTranslation('connections');
  const id = useId();
  const { webhookUrl, providerName: provider } = connection;
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('webhook.title')}</h2>
      <p className="muted">{t('webhook.text')}</p>
      <p className="webhook-address">
        <span className="visually-hidden">{t('webhook.label', { provider })}: </span>
        <code>{webhookUrl}</code>
      </p>
      <div>
        <CopyButton text={webhookUrl} label={t('webhook.copy')} />
      </div>
      <details>
        <summary>{t('webhook.todo')}</summary>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{t(`webhook.steps.${step}`, { provider })}</li>
          ))}
        </ol>
        <p>{t('webhook.automatic')}</p>
      </details>
      <p className="form-hint">{t('webhook.care')}</p>
    </section>
  );
}
