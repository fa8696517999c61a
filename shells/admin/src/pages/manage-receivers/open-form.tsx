import { ApplicationForm } from '@feira/shell-desk/receivers/application-form.tsx';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useEffect, useRef, useState } from 'react';
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

/** Applies for an account at a provider in the name of a person, who is known by a confirmed bank account. */
export function OpenForm({ opening, connections, onConnection, onDone, onClose }: OpenFormProps) {
  const { t } = useTranslation(['receivers', 'admin']);
  const [account, setAccount] = useState<PickedAccount | null>(null);
  const [isTried, setIsTried] = useState(false);
  const change = useApplication();
  const { id: connectionId, name: provider } = opening;
  const heading = useRef<HTMLHeadingElement>(null);
  const page = useRef<HTMLDivElement>(null);
  // The form replaces the list within the page, so a screen reader is told by the focus.
  useEffect(() => heading.current?.focus(), []);
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
            if (change.error) change.reset();
            setAccount(next);
          }}
        />
      </section>
      <ApplicationForm
        name={provider}
        form={formOf(opening)}
        documentType={null}
        change={change}
        onTry={() => {
          setIsTried(true);
          // The choice of the account stands above the form, which looks only within itself.
          if (!account) focusFirstProblem(page.current);
        }}
        onSend={async (input) =>
          account
            ? change.run({ connectionId, ...input, destinationId: account.id, personId: account.person.id })
            : undefined
        }
        onDone={(situation) =>
          onDone(t('openedFor', { name: account?.person.name, provider, state: t(`situations.${situation}`) }))
        }
        onClose={onClose}
      />
    </div>
  );
}
