import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { ApplicationFields } from '@feira/shell-kit/components/receivers/application-fields';
import { useRefusalReason } from '@feira/shell-kit/components/receivers/receiver-words';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { emptyDraft, findDraftProblems, type ReceiverDraft, toApplication } from '@feira/shell-kit/receiver-draft';
import { situationOf } from '@feira/shell-kit/receiver-situation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPicker, type PickedAccount } from './account-picker.tsx';
import { formOf, type Opening, useApplication } from './use-receivers.ts';

interface OpenFormProps {
  opening: Opening;
  connections: readonly Opening[];
  onConnection: (connectionId: string) => void;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Asks a provider for an account in the name of somebody. A confirmed bank account says whose it will be. */
export function OpenForm({ opening, connections, onConnection, onDone, onClose }: OpenFormProps) {
  const { t } = useTranslation(['receivers', 'admin', 'kit']);
  const [edited, setEdited] = useState<ReceiverDraft | null>(null);
  const [account, setAccount] = useState<PickedAccount | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { run, error, isBusy, reset } = useApplication();
  const heading = useRef<HTMLHeadingElement>(null);
  const page = useRef<HTMLDivElement>(null);
  // Opened within the page: whoever does not see it has to be told that something else stands here now.
  useEffect(() => heading.current?.focus(), []);
  // What was refused is marked by the next drawing, not by the end of the call.
  useEffect(() => {
    if (error) focusFirstProblem(page.current);
  }, [error]);
  const reasonOf = useRefusalReason();
  const draft = edited ?? emptyDraft();
  const fields = formOf(opening);
  const problems = findDraftProblems(draft, fields, null);
  const change = (next: ReceiverDraft) => {
    if (error) reset();
    setEdited(next);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    setRefusal(null);
    if (!account || Object.keys(problems).length > 0) return focusFirstProblem(page.current);
    const application = toApplication(opening.id, { ...draft, destinationId: account.id }, fields, null);
    const receiver = await run({ ...application, personId: account.person.id });
    if (!receiver) return;
    const situation = situationOf(receiver);
    if (situation === 'REJECTED') setRefusal(reasonOf(receiver) ?? t('noReason'));
    else
      onDone(
        t('openedFor', { name: account.person.name, provider: opening.name, state: t(`situations.${situation}`) }),
      );
  };
  return (
    <div ref={page} className="page">
      <button type="button" className="button receiver-back" onClick={onClose}>
        <Icon name="arrowLeft" size={18} />
        {t('admin:receivers.title')}
      </button>
      <h1 ref={heading} tabIndex={-1}>
        {t('openForTitle')}
      </h1>
      <section className="panel form receiver-form">
        <p className="muted receiver-intro">{t('openForText')}</p>
        {connections.length > 1 && (
          <SelectField
            label={t('provider')}
            value={opening.id}
            options={connections.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={onConnection}
          />
        )}
        <AccountPicker
          picked={account}
          isWrong={isTried && !account}
          onPick={(next) => {
            if (error) reset();
            setAccount(next);
          }}
        />
      </section>
      <form className="panel form receiver-form" noValidate onSubmit={(event) => void send(event)}>
        <UnsavedGuard isDirty={edited !== null && !isBusy} />
        <ApplicationFields
          draft={draft}
          error={error}
          form={fields}
          documentType={null}
          problems={isTried ? problems : {}}
          onChange={change}
          account={null}
        />
        {refusal && (
          <div className="notice notice-error" role="alert">
            <Icon name="alert" />
            <p>
              <strong>{t('refusedTitle', { name: opening.name })}</strong>
              <span>{refusal}</span>
              <span>{t('refusedText')}</span>
            </p>
          </div>
        )}
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('kit:cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t(isBusy ? 'sending' : 'send', { name: opening.name })}
          </button>
        </div>
      </form>
    </div>
  );
}
