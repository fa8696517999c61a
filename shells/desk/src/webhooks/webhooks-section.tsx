import { MOST_SELLER_WEBHOOKS } from '@feira/schemas/procedures/seller-webhooks';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { openPage } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DeliveryStatus } from '../deliveries/delivery-words.tsx';
import { toIntegrations, useOwner } from './owner.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { type ListedWebhook, useCreation, useWebhooks } from './use-webhooks.ts';
import { WEBHOOK } from './webhook-fields.ts';
import { WebhookFields } from './webhook-form-fields.tsx';
import { useEventName, WebhookStatus } from './webhook-words.tsx';
import './webhooks.css';

/** Lists the seller's webhooks with their state and the last delivery, and makes new ones. */
export default function WebhooksSection() {
  const { t } = useTranslation('webhooks');
  const id = useId();
  const opened = useOpened('new');
  const owner = useOwner();
  const { data, error, refetch } = useWebhooks(owner);
  const count = data?.webhooks.length;
  const isFull = count !== undefined && count >= MOST_SELLER_WEBHOOKS;
  const create = (
    <button type="button" className="button button-primary" onClick={() => opened.open('webhook')}>
      <Icon name="plus" size={18} />
      {t('create')}
    </button>
  );
  return (
    <section aria-labelledby={id} className="webhooks">
      <div className="webhooks-head">
        <h2 id={id}>{t('title')}</h2>
        {count !== undefined && count > 0 && !isFull && create}
      </div>
      <p className="muted">
        {t(`text.${owner}`)} <PageLink to={toIntegrations(owner, 'events')}>{t('toEvents')}</PageLink>
      </p>
      {isFull && <p className="notice notice-info">{t('limit')}</p>}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {count === 0 && (
        <EmptyState icon="plug" title={t('emptyTitle')} text={t('emptyText')}>
          {create}
        </EmptyState>
      )}
      {!error && count !== 0 && <WebhookList webhooks={data?.webhooks} />}
      {opened.id === 'webhook' && (
        <DialogEntry value={false}>
          <NewWebhook onClose={opened.close} />
        </DialogEntry>
      )}
    </section>
  );
}

function WebhookList({ webhooks }: { webhooks: ListedWebhook[] | undefined }) {
  const { t } = useTranslation('webhooks');
  const { locale } = useHost();
  const owner = useOwner();
  const nameOf = useEventName();
  const columns: RecordColumn<ListedWebhook>[] = [
    {
      key: 'webhook',
      title: t('columns.webhook'),
      isHead: true,
      show: ({ id, name, url }) => (
        <TwoLines
          first={
            <PageLink to={toIntegrations(owner, id)} className="list-name">
              {name}
            </PageLink>
          }
          second={<span className="delivery-code">{url}</span>}
        />
      ),
    },
    { key: 'state', title: t('columns.state'), show: (webhook) => <WebhookStatus {...webhook} /> },
    {
      key: 'events',
      title: t('columns.events'),
      show: ({ events }) => (events.length === 1 ? nameOf(events[0]!) : t('eventCount', { count: events.length })),
    },
    {
      key: 'last',
      title: t('columns.last'),
      show: ({ lastDelivery }) =>
        lastDelivery ? (
          <TwoLines
            first={<DeliveryStatus texts="webhooks" state={lastDelivery.state} />}
            second={`${nameOf(lastDelivery.event)} · ${formatDate(lastDelivery.createdAt, locale)}`}
          />
        ) : (
          t('never')
        ),
    },
  ];
  return (
    <RecordList label={t('title')} columns={columns} records={webhooks} keyOf={({ id }) => id} skeletonCount={2} />
  );
}

function NewWebhook({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const creation = useCreation();
  const owner = useOwner();
  const [made, setMade] = useState<{ webhookId: string; secret: string } | null>(null);
  const { controls, dialog } = useDraft({ fields: WEBHOOK, change: creation, say: t });
  if (made)
    return <SecretDialog secret={made.secret} onClose={() => openPage(toIntegrations(owner, made.webhookId))} />;
  return (
    <DialogForm
      title={t('create')}
      text={t('createText')}
      action={t('createAction')}
      isWide
      {...dialog(async (terms) => {
        const answer = await creation.run({ ...terms, owner, isEnabled: true });
        if (answer) setMade(answer);
      })}
      onClose={onClose}
    >
      <WebhookFields controls={controls} />
    </DialogForm>
  );
}
