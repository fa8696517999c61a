import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { ApplicationFields } from '@feira/shell-kit/components/receivers/application-fields';
import { useRefusalReason } from '@feira/shell-kit/components/receivers/receiver-words';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import {
  type DocumentType,
  emptyDraft,
  findDraftProblems,
  type ReceiverDraft,
  toApplication,
} from '@feira/shell-kit/receiver-draft';
import { situationOf } from '@feira/shell-kit/receiver-situation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentMissing } from './document-missing.tsx';
import { formOf, type Opening, useApplication, useConfirmedAccounts } from './use-receivers.ts';

interface ApplicationFormProps {
  opening: Opening;
  documentType: DocumentType;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Asks a provider for an account. What it refuses stays on the screen, to be corrected and sent again. */
export function ApplicationForm({ opening, documentType, onDone, onClose }: ApplicationFormProps) {
  const { t } = useTranslation(['receivers', 'seller', 'kit']);
  const accounts = useConfirmedAccounts();
  const [edited, setEdited] = useState<ReceiverDraft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { run, error, isBusy, reset } = useApplication();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // Opened within the page: whoever does not see it has to be told that something else stands here now.
  useEffect(() => heading.current?.focus(), []);
  // What was refused is marked by the next drawing, not by the end of the call.
  useEffect(() => {
    if (error) focusFirstProblem(form.current);
  }, [error]);
  const reasonOf = useRefusalReason();
  const draft = edited ?? emptyDraft(accounts?.[0]?.id);
  const fields = formOf(opening);
  const problems = findDraftProblems(draft, fields, documentType);
  const change = (next: ReceiverDraft) => {
    if (error) reset();
    setEdited(next);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    setRefusal(null);
    if (Object.keys(problems).length > 0) return focusFirstProblem(form.current);
    const receiver = await run(toApplication(opening.id, draft, fields, documentType));
    if (!receiver) return;
    const situation = situationOf(receiver);
    if (situation === 'REJECTED') setRefusal(reasonOf(receiver) ?? t('noReason'));
    else onDone(t(`sent.${situation}`, { name: opening.name }));
  };
  return (
    <div className="page">
      <button type="button" className="button receiver-back" onClick={onClose}>
        <Icon name="arrowLeft" size={18} />
        {t('seller:receivers.title')}
      </button>
      <h1 ref={heading} tabIndex={-1}>
        {t('formTitle', { name: opening.name })}
      </h1>
      <form ref={form} className="panel form receiver-form" noValidate onSubmit={(event) => void send(event)}>
        <UnsavedGuard isDirty={edited !== null && !isBusy} />
        <p className="muted receiver-intro">
          {t('formText')} <PageLink to="/platform/my-profile">{t('toProfile')}</PageLink>
        </p>
        {documentType === null && <DocumentMissing />}
        <ApplicationFields
          draft={draft}
          documentType={documentType}
          error={error}
          form={fields}
          problems={isTried ? problems : {}}
          onChange={change}
          account={
            <AccountField
              accounts={accounts}
              value={draft.destinationId}
              problem={findFieldProblem(error, 'destinationId')}
              onChange={(destinationId) => change({ ...draft, destinationId })}
            />
          }
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

interface AccountFieldProps {
  accounts: ReturnType<typeof useConfirmedAccounts>;
  value: string;
  problem: string | undefined;
  onChange: (destinationId: string) => void;
}

function AccountField({ accounts, value, problem, onChange }: AccountFieldProps) {
  const { t } = useTranslation('receivers');
  const isEmpty = accounts?.length === 0;
  return (
    <SelectField
      label={t('account.label')}
      hint={
        isEmpty ? (
          <>
            {t('account.none')} <PageLink to="/platform/financial?tab=destinations">{t('account.add')}</PageLink>
          </>
        ) : (
          t('account.hint')
        )
      }
      value={value}
      options={[
        { value: '', label: t('account.without') },
        ...(accounts ?? []).map(({ id, label }) => ({ value: id, label })),
      ]}
      problem={problem}
      onChange={onChange}
    />
  );
}
