import { WEBHOOK_EVENTS, type WebhookEvent } from '@feira/schemas/event-types';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, SelectField } from '@feira/shell-kit/components/form-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { openPage, useAddress } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { Deliveries } from './deliveries.tsx';
import { toIntegrations, useOwner } from './owner.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useRemoval, useRotation, useTest, useUpdate, type Webhook } from './use-webhooks.ts';
import { WEBHOOK } from './webhook-fields.ts';
import { WebhookFields } from './webhook-form-fields.tsx';
import { useEventName, WebhookStatus } from './webhook-words.tsx';
import './webhooks.css';

/** Stands in the address for the dialog that sends a test, in the place of a delivery. */
const TEST = 'test';

interface WebhookDetailsProps {
  webhook: Webhook;
  /** Reads the webhook anew. */
  reload: () => Promise<{ data?: Webhook | undefined }>;
}

/** One webhook: its form, its secret, a test, and what was sent. */
export function WebhookDetails({ webhook, reload }: WebhookDetailsProps) {
  const { t } = useTranslation('webhooks');
  const [open, setOpen] = useState<'rotate' | 'replay' | 'remove' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const opened = useOpened();
  const { state, change } = useAddress();
  const id = useId();
  const { locale } = useHost();
  const { offReason, oldSecretUntil } = webhook;
  const close = () => setOpen(null);
  return (
    <>
      <p>
        <WebhookStatus {...webhook} />
      </p>
      {offReason && offReason !== 'SELLER' && <p className="notice notice-error">{t(`offText.${offReason}`)}</p>}
      <WebhookForm webhook={webhook} reload={reload} />
      <section className="panel form delivery-part" aria-labelledby={`${id}secret`}>
        <h2 id={`${id}secret`}>{t('secret')}</h2>
        <p>{t('secretText')}</p>
        {oldSecretUntil && (
          <p className="notice notice-info">{t('oldSecret', { until: formatDate(oldSecretUntil, locale) })}</p>
        )}
        <div className="delivery-acts">
          <button type="button" className="button" onClick={() => setOpen('rotate')}>
            {t('rotate')}
          </button>
          <button type="button" className="button" onClick={() => opened.open(TEST)}>
            {t('test')}
          </button>
          <button type="button" className="button" onClick={() => setOpen('replay')}>
            {t('replay')}
          </button>
        </div>
      </section>
      <Deliveries webhookId={webhook.id} opened={opened.id === TEST ? { ...opened, id: null } : opened} />
      <section className="panel form delivery-part" aria-labelledby={`${id}remove`}>
        <h2 id={`${id}remove`}>{t('danger')}</h2>
        <p>{t('dangerText')}</p>
        <div className="delivery-acts">
          <button type="button" className="button button-danger" onClick={() => setOpen('remove')}>
            {t('remove')}
          </button>
        </div>
      </section>
      {opened.id === TEST && (
        <DialogEntry value={false}>
          <TestDialog
            webhook={webhook}
            onClose={opened.close}
            // The delivery takes the place of the question in the browser's history.
            onSent={(deliveryId) => change({ open: deliveryId }, { isReplaced: true, state })}
          />
        </DialogEntry>
      )}
      {open === 'rotate' && (
        <RotateDialog
          webhook={webhook}
          onClose={close}
          onDone={(rotated) => {
            close();
            setSecret(rotated);
          }}
        />
      )}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {open === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

const LABELS = {
  name: 'name',
  url: 'url',
  events: 'events',
  productIds: 'products',
  sellerIds: 'sellers',
  isOrdered: 'isOrdered',
  isEnabled: 'isEnabled',
} as const;

function WebhookForm({ webhook, reload }: WebhookDetailsProps) {
  const { t } = useTranslation('webhooks');
  const id = useId();
  const change = useUpdate();
  const { controls, value, isDirty, version, conflict, clear, form, bar } = useVersionedDraft({
    fields: WEBHOOK,
    record: webhook,
    change,
    say: t,
    reload,
  });
  const save = async () => {
    const answer = await change.run({ webhookId: webhook.id, version, ...value });
    if (answer) clear();
    return answer;
  };
  return (
    <form {...form(save)} className="form">
      <UnsavedGuard isDirty={isDirty} />
      <section className="panel form" aria-labelledby={id}>
        <h2 id={id}>{t('save')}</h2>
        <CheckField isSwitch label={t('isEnabled')} hint={t('isEnabledHint')} {...controls.isEnabled} />
        <WebhookFields controls={controls} sellers={webhook.sellers} />
      </section>
      <ConflictNotice conflict={conflict} labelOf={(name) => t(LABELS[name as keyof typeof LABELS])} />
      <SaveBar isDirty={isDirty} {...bar} />
    </form>
  );
}

interface ActProps {
  webhook: Webhook;
  onClose: () => void;
}

function TestDialog({ webhook, onClose, onSent }: ActProps & { onSent: (deliveryId: string) => void }) {
  const { t } = useTranslation('webhooks');
  const test = useTest();
  const nameOf = useEventName();
  const [event, setEvent] = useState<WebhookEvent>(webhook.events[0] ?? 'sale.approved');
  return (
    <DialogForm
      title={t('test')}
      text={t('testText')}
      action={t('testAction')}
      isBusy={test.isBusy}
      error={test.error}
      onSend={() => {
        void test.run({ webhookId: webhook.id, event }).then((answer) => answer && onSent(answer.deliveryId));
        return true;
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('delivery.event')}
        value={event}
        options={WEBHOOK_EVENTS.map((value) => ({ value, label: `${nameOf(value)} (${value})` }))}
        onChange={setEvent}
      />
    </DialogForm>
  );
}

function RotateDialog({ webhook, onClose, onDone }: ActProps & { onDone: (secret: string) => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <ConfirmChange
      title={t('rotate')}
      text={t('rotateText')}
      action={t('rotate')}
      change={useRotation()}
      input={{ webhookId: webhook.id }}
      onDone={(answer) => onDone(answer.secret)}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ webhook: { id, name, version }, onClose }: ActProps) {
  const owner = useOwner();
  const { t } = useTranslation('webhooks');
  return (
    <ConfirmChange
      title={t('removeTitle', { name })}
      text={t('removeText')}
      action={t('removeAction')}
      isDanger
      change={useRemoval()}
      input={{ webhookId: id, version }}
      onDone={() => openPage(toIntegrations(owner))}
      onClose={onClose}
    />
  );
}
