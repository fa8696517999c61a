import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useAddress } from '@feira/shell-kit/use-address';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RawBody, TextBlock } from './raw-body.tsx';
import { Replay } from './replay.tsx';
import { useWebhook, type WholeWebhook } from './use-webhooks.ts';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookState } from './webhook-words.tsx';

interface WebhookDetailProps {
  platformId: string | null;
  webhookId: string;
}

/** Shows one event: its result and the received data. */
export function WebhookDetail({ platformId, webhookId }: WebhookDetailProps) {
  const { t } = useTranslation('webhookLogs');
  const query = useWebhook(platformId, webhookId);
  const { data: webhook, error, refetch } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  // The event replaces the list within the page, so a screen reader is told by the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page">
      <div>
        <BackLink />
        <div className="webhook-title">
          <h1 ref={heading} tabIndex={-1}>
            {t('detailTitle')}
          </h1>
          {webhook && <WebhookState webhook={webhook} />}
        </div>
      </div>
      {error && !webhook && <LoadError error={error} onRetry={refetch} />}
      {!webhook && !error && <DetailSkeleton />}
      {webhook && (
        <>
          <WebhookFacts webhook={webhook}>
            <Replay platformId={platformId} webhook={webhook} onLook={refetch} />
          </WebhookFacts>
          <RawBody body={webhook.body} bytes={webhook.bytes} />
          <Fields name="headers" fields={webhook.headers} />
          {Object.keys(webhook.query).length > 0 && <Fields name="query" fields={webhook.query} />}
        </>
      )}
    </div>
  );
}

function BackLink() {
  const { t } = useTranslation('webhookLogs');
  const { search, state } = useAddress();
  const list = new URLSearchParams(search);
  list.delete('event');
  const query = list.toString();
  return (
    <PageLink className="webhook-back" to={location.pathname + (query ? `?${query}` : '')} state={state}>
      <Icon name="arrowLeft" size={18} />
      {t('back')}
    </PageLink>
  );
}

const DetailSkeleton = () => (
  <>
    {[180, 320, 160].map((height) => (
      <div key={height} className="panel" aria-busy="true">
        <Skeleton width="30%" height={22} />
        <Skeleton height={height} />
      </div>
    ))}
  </>
);

function Fields({ name, fields }: { name: 'headers' | 'query'; fields: WholeWebhook['headers'] }) {
  const { t } = useTranslation('webhookLogs');
  const id = useId();
  const text = Object.entries(fields)
    .map(([field, value]) => `${field}: ${value}`)
    .join('\n');
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head webhook-head">
        <h2 id={id}>{t(name)}</h2>
        {name === 'headers' && text && <CopyButton text={text} label={t('copyHeaders')} />}
      </div>
      <TextBlock label={t(name)} text={text} />
    </section>
  );
}
