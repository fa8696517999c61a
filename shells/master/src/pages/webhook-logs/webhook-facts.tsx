import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentId } from './received-list.tsx';
import type { WholeWebhook } from './use-webhooks.ts';
import { shownState, useReasonWords } from './webhook-words.tsx';

interface WebhookFactsProps {
  webhook: WholeWebhook;
  /** The possible actions. */
  children: ReactNode;
}

/** Describes the result of an event in sentences, and lists its facts. */
export function WebhookFacts({ webhook, children }: WebhookFactsProps) {
  const { t } = useTranslation('webhookLogs');
  const { locale } = useHost();
  const say = useReasonWords();
  const id = useId();
  const formatAt = (at: string) => `${formatDate(at, locale)} ${formatTime(at, locale)}`;
  const { attempts, replays, bytes, paymentId, answer } = webhook;
  const tries = [t('tries', { count: attempts }), replays > 0 && t('replayed', { count: replays })];
  const facts: { name: string; value: ReactNode }[] = [
    { name: t('from'), value: `${webhook.connectionName} (${webhook.provider})` },
    { name: t('receivedAt'), value: formatAt(webhook.receivedAt) },
    { name: t('processedAt'), value: webhook.processedAt ? formatAt(webhook.processedAt) : t('notYet') },
    { name: t('tried'), value: tries.filter(Boolean).join(', ') },
    { name: t('payment'), value: <PaymentId id={paymentId} /> },
    { name: t('answer'), value: <code>{`${answer.status} ${answer.body}`}</code> },
    { name: t('size'), value: t('bytes', { count: bytes, formatted: formatCount(bytes, locale) }) },
    { name: t('eventId'), value: <code className="webhook-id">{webhook.id}</code> },
  ];
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('outcomeTitle')}</h2>
      <p className="webhook-outcome">
        {t(`story.${shownState(webhook)}`)} {say(webhook.reason)}
      </p>
      <dl className="webhook-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="webhook-actions">
        {children}
        <CopyButton text={webhook.id} label={t('copyId')} />
        {paymentId && <CallsLink paymentId={paymentId} />}
      </div>
    </section>
  );
}

function CallsLink({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('webhookLogs');
  const { search } = useAddress();
  const address = new URLSearchParams({ tab: 'calls', search: paymentId });
  const platform = search.get('platform');
  if (platform) address.set('platform', platform);
  return (
    <PageLink className="button" to={`${location.pathname}?${address}`}>
      {t('seeCalls')}
    </PageLink>
  );
}
