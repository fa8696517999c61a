import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { EVENT_TYPES } from '@feira/schemas/event-types';
import type { IntegrationEvent } from '@feira/schemas/integration';
import type { IntegrationOwner } from '@feira/schemas/procedures/integrations';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, SelectField } from '@feira/shell-kit/components/form-fields';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { openPage, useAddress } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useOpened } from '@feira/shell-kit/use-opened';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConnectionDraft, draftOf, findProblems, hasProblems, NO_PROBLEMS, toTerms } from './connection-draft.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { Deliveries } from './deliveries.tsx';
import { IntegrationFacts } from './integration-facts.tsx';
import { ConnectionStatus } from './integration-words.tsx';
import { type Connection, type Integration, useRemoval, useTest, useUpdate } from './use-integrations.ts';

/** Stands in the address for the dialog that sends a test, in the place of a delivery. */
const TEST = 'test';

interface ConnectionDetailsProps {
  kind: IntegrationOwner;
  base: string;
  connection: Connection;
}

/** One connection: its state, its form, a test, and what was sent. */
export function ConnectionDetails({ kind, base, connection }: ConnectionDetailsProps) {
  const { t } = useTranslation('integrations');
  const id = useId();
  const opened = useOpened();
  const { state, change } = useAddress();
  const [isRemoving, setIsRemoving] = useState(false);
  const { manifest, offReason } = connection;
  return (
    <>
      <p>
        <ConnectionStatus {...connection} />
      </p>
      {offReason && offReason !== 'OWNER' && <p className="notice notice-error">{t(`offText.${offReason}`)}</p>}
      {manifest ? (
        <>
          <IntegrationFacts integration={manifest} />
          <EditForm key={connection.version} kind={kind} connection={connection} integration={manifest} />
        </>
      ) : (
        <p className="notice notice-error">{t('manifestMissing')}</p>
      )}
      {manifest?.category === 'INVOICING' ? (
        <InvoicesPart />
      ) : manifest?.category === 'FREIGHT' ? (
        <section className="panel form delivery-part" aria-labelledby={`${id}freight`}>
          <h2 id={`${id}freight`}>{t('categories.FREIGHT')}</h2>
          <p>{t('freightText')}</p>
        </section>
      ) : (
        <>
          <section className="panel form delivery-part" aria-labelledby={`${id}test`}>
            <h2 id={`${id}test`}>{t('test')}</h2>
            <p>{t('testText')}</p>
            <div className="delivery-acts">
              <button type="button" className="button" onClick={() => opened.open(TEST)}>
                {t('testAction')}
              </button>
            </div>
          </section>
          <Deliveries
            kind={kind}
            connectionId={connection.id}
            opened={opened.id === TEST ? { ...opened, id: null } : opened}
          />
        </>
      )}
      <section className="panel form delivery-part" aria-labelledby={`${id}remove`}>
        <h2 id={`${id}remove`}>{t('remove')}</h2>
        <p>{t('removeHint')}</p>
        <div className="delivery-acts">
          <button type="button" className="button button-danger" onClick={() => setIsRemoving(true)}>
            {t('remove')}
          </button>
        </div>
      </section>
      {opened.id === TEST && manifest && (
        <DialogEntry value={false}>
          <TestDialog
            connection={connection}
            integration={manifest}
            onClose={opened.close}
            // The delivery takes the place of the question in the browser's history.
            onSent={(deliveryId) => change({ open: deliveryId }, { isReplaced: true, state })}
          />
        </DialogEntry>
      )}
      {isRemoving && <RemoveDialog base={base} connection={connection} onClose={() => setIsRemoving(false)} />}
    </>
  );
}

/** An invoicing system has no deliveries: its invoices stand in a list of their own. */
function InvoicesPart() {
  const { t } = useTranslation('integrations');
  const id = useId();
  return (
    <section className="panel form delivery-part" aria-labelledby={id}>
      <h2 id={id}>{t('invoices')}</h2>
      <p>{t('invoicesText')}</p>
      <div className="delivery-acts">
        <PageLink className="button" to={`${DASHBOARD_PATHS.seller}/invoices`}>
          {t('invoicesAction')}
        </PageLink>
      </div>
    </section>
  );
}

interface EditFormProps {
  kind: IntegrationOwner;
  connection: Connection;
  integration: Integration;
}

function EditForm({ kind, connection, integration }: EditFormProps) {
  const { t } = useTranslation('integrations');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { run, error, isBusy, isDone, reset } = useUpdate();
  const [draft, setDraft] = useState<ConnectionDraft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const stored = connection.secrets.map(({ name }) => name);
  const typed = draft ?? draftOf(connection, integration);
  const change = (next: ConnectionDraft) => {
    setDraft(next);
    if (error || isDone) reset();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (hasProblems(findProblems(typed, integration, stored))) return focusFirstProblem(form.current);
    const { id: connectionId, version } = connection;
    if (await run({ connectionId, version, ...toTerms(typed, integration) })) setDraft(null);
    else focusFirstProblem(form.current);
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={send}>
      <UnsavedGuard isDirty={draft !== null} />
      <section className="panel form delivery-part" aria-labelledby={id}>
        <h2 id={id}>{t('details')}</h2>
        <CheckField
          isSwitch
          label={t('isEnabled')}
          hint={t('isEnabledHint')}
          isChecked={typed.isEnabled}
          onChange={(isEnabled) => change({ ...typed, isEnabled })}
        />
        <ConnectionFields
          kind={kind}
          integration={integration}
          draft={typed}
          stored={connection.secrets}
          problems={isTried ? findProblems(typed, integration, stored) : NO_PROBLEMS}
          error={error}
          onChange={change}
        />
        <Refusal error={error} />
        <div className="delivery-acts">
          <button type="submit" className="button button-primary" aria-busy={isBusy} disabled={draft === null}>
            {t('save')}
          </button>
          <span role="status">{isDone && draft === null && t('saved')}</span>
        </div>
      </section>
    </form>
  );
}

interface TestDialogProps {
  connection: Connection;
  integration: Integration;
  onClose: () => void;
  onSent: (deliveryId: string) => void;
}

function TestDialog({ connection, integration, onClose, onSent }: TestDialogProps) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const test = useTest();
  const [event, setEvent] = useState<IntegrationEvent>(
    connection.events[0] ?? integration.events[0] ?? 'sale.approved',
  );
  return (
    <DialogForm
      title={t('test')}
      text={t('testText')}
      action={t('testAction')}
      isBusy={test.isBusy}
      error={test.error}
      onSend={() => {
        void test.run({ connectionId: connection.id, event }).then((answer) => answer && onSent(answer.deliveryId));
        return true;
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('delivery.event')}
        value={event}
        options={integration.events.map((value) => ({ value, label: EVENT_TYPES[value][locale] }))}
        onChange={setEvent}
      />
    </DialogForm>
  );
}

function RemoveDialog({
  base,
  connection: { id, name, version },
  onClose,
}: Omit<ConnectionDetailsProps, 'kind'> & { onClose: () => void }) {
  const { t } = useTranslation('integrations');
  return (
    <ConfirmChange
      title={t('removeTitle', { name })}
      text={t('removeText')}
      action={t('removeAction')}
      isDanger
      change={useRemoval()}
      input={{ connectionId: id, version }}
      onDone={() => openPage(base)}
      onClose={onClose}
    />
  );
}
