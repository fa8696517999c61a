import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import { EventsList } from './events-list.tsx';
import { toIntegrations, useOwner } from './owner.ts';
import { useWebhook } from './use-webhooks.ts';
import { WebhookDetails } from './webhook-details.tsx';

const WEBHOOK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns whether an address of integrations leads to a page of this folder. */
export const isWebhookPage = (id: string | undefined): boolean => id === 'events' || WEBHOOK_ID.test(id ?? '');

/** One webhook with what was sent to it, or all events. */
export function WebhookPage({ id }: { id: string }) {
  const { t } = useTranslation('webhooks');
  if (id !== 'events') return <Webhook webhookId={id} />;
  return (
    <Frame title={t('eventsTitle')}>
      <EventsList />
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('webhooks');
  const owner = useOwner();
  return (
    <PageFrame title={title}>
      <BackLink to={toIntegrations(owner)}>{t('toList')}</BackLink>
      {children}
    </PageFrame>
  );
}

function Webhook({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const { data, error, refetch } = useWebhook(webhookId);
  const isUnknown = error?.code === 'SELLER_WEBHOOK_NOT_FOUND';
  // While the next webhook loads, the former answer stays.
  const webhook = data?.id === webhookId && !isUnknown ? data : null;
  return (
    <Frame title={webhook?.name ?? t('title')}>
      {isUnknown && <EmptyState icon="search" title={t('unknownTitle')} text={t('unknownText')} />}
      {error && !isUnknown && !webhook && <LoadError error={error} onRetry={refetch} />}
      {webhook && <WebhookDetails key={webhook.id} webhook={webhook} reload={refetch} />}
    </Frame>
  );
}
