import { ApplicationForm } from '@feira/shell-desk/receivers/application-form.tsx';
import type { DocumentType } from '@feira/shell-desk/receivers/receiver-fields.ts';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { Control } from '@feira/shell-kit/use-draft';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentMissing } from './document-missing.tsx';
import { formOf, type Opening, type OwnReceivers, useApplication, useConfirmedAccounts } from './use-receivers.ts';

interface OwnApplicationProps {
  opening: Opening;
  documentType: DocumentType;
  verified: OwnReceivers['verified'];
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The seller applies for an account at a provider. */
export function OwnApplication({ opening, documentType, verified, onDone, onClose }: OwnApplicationProps) {
  const { t } = useTranslation(['receivers', 'seller']);
  const accounts = useConfirmedAccounts();
  const change = useApplication();
  const { id: connectionId, name } = opening;
  const heading = useRef<HTMLHeadingElement>(null);
  // The form replaces the list within the page, so a screen reader is told by the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page">
      <button type="button" className="button receiver-back" onClick={onClose}>
        <Icon name="arrowLeft" size={18} />
        {t('seller:receivers.title')}
      </button>
      <h1 ref={heading} tabIndex={-1}>
        {t('formTitle', { name })}
      </h1>
      <ApplicationForm
        name={name}
        form={formOf(opening)}
        documentType={documentType}
        verified={verified}
        destinationId={accounts?.[0]?.id}
        change={change}
        account={(control) => <AccountField accounts={accounts} control={control} />}
        onSend={(input) => change.run({ connectionId, ...input })}
        onDone={(situation) => onDone(t(`sent.${situation}`, { name }))}
        onClose={onClose}
      >
        <p className="muted receiver-intro">
          {t('formText')} <PageLink to="/account">{t('toProfile')}</PageLink>
        </p>
        {documentType === null && <DocumentMissing />}
      </ApplicationForm>
    </div>
  );
}

interface AccountFieldProps {
  accounts: ReturnType<typeof useConfirmedAccounts>;
  control: Control<string>;
}

function AccountField({ accounts, control }: AccountFieldProps) {
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
      options={[
        { value: '', label: t('account.without') },
        ...(accounts ?? []).map(({ id, label }) => ({ value: id, label })),
      ]}
      {...control}
    />
  );
}
