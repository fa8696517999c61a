import type { Locale } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { listPasskeys, removePasskey, renamePasskey } from '@feira/schemas/procedures/account';
import type { Client } from '@feira/shell-kit/client';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatElapsed } from '@feira/shell-kit/elapsed';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Field } from '../../components/field.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import '../../passkeys/add-texts.ts';
import '../../passkeys/passkeys.css';
import { canUsePasskeys, PasskeyCancelled, registerPasskey } from '../../passkeys/passkey.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DoneNotice, Section } from './section.tsx';
import { type Account, useLoaded } from './use-account.ts';

type Passkey = Output<typeof listPasskeys>['passkeys'][number];
type Done = 'added' | 'renamed' | 'removed';

interface PasskeysSectionProps {
  account: Account;
  client: Client;
  locale: Locale;
  isReadOnly: boolean;
  onChanged: () => Promise<void>;
}

/** Lists the person's passkeys, and adds, renames and removes them. */
export default function PasskeysSection({ account, client, locale, isReadOnly, onChanged }: PasskeysSectionProps) {
  const { t } = useTranslation('passkeys');
  const { value, error, reload } = useLoaded(client, listPasskeys);
  const { failure, isBusy, submit } = useSubmit();
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null);
  const [asked, setAsked] = useState<Passkey | null>(null);
  const [outcome, setOutcome] = useState<Done | 'cancelled' | null>(null);
  const canAdd = account.hasSecondFactor && canUsePasskeys();
  const change = (done: Done, act: () => Promise<unknown>) => {
    setOutcome(null);
    return submit(async () => {
      try {
        await act();
      } catch (refused) {
        if (refused instanceof PasskeyCancelled) return setOutcome('cancelled');
        throw refused;
      }
      setNaming(null);
      await Promise.all([reload(), onChanged()]);
      setOutcome(done);
    });
  };
  const save = (name: string) =>
    naming === 'new'
      ? change('added', () => registerPasskey(client, name))
      : change('renamed', () => client.call(renamePasskey, { id: naming!.id, name }));
  return (
    <Section title={t('title')} text={t('text')}>
      {error && !value && <LoadError error={error} onRetry={reload} />}
      {!value && !error && <Skeleton height={64} />}
      {value?.passkeys.length === 0 && <p className="muted">{t('none')}</p>}
      <ul className="devices">
        {value?.passkeys.map((passkey) => (
          <li key={passkey.id} className="device">
            <PasskeyLine
              passkey={passkey}
              locale={locale}
              isReadOnly={isReadOnly}
              onRename={() => setNaming(passkey)}
              onRemove={() => setAsked(passkey)}
            />
          </li>
        ))}
      </ul>
      <FailureNotice failure={failure} />
      <DoneNotice text={outcome && (outcome === 'cancelled' ? t('cancelled') : t(`done.${outcome}`))} />
      {naming ? (
        <NameForm
          key={naming === 'new' ? '' : naming.id}
          former={naming === 'new' ? '' : naming.name}
          action={t(naming === 'new' ? 'continue' : 'save')}
          isBusy={isBusy}
          onSave={save}
          onCancel={() => setNaming(null)}
        />
      ) : (
        canAdd &&
        !isReadOnly && (
          <div className="account-actions">
            <button type="button" className="button" onClick={() => setNaming('new')}>
              {t('add')}
            </button>
          </div>
        )
      )}
      {!canAdd && <p className="muted">{t(account.hasSecondFactor ? 'unsupported' : 'without')}</p>}
      {asked && (
        <ConfirmDialog
          title={t('removeTitle', { name: asked.name })}
          text={t('removeText')}
          action={t('remove')}
          onConfirm={() => {
            setAsked(null);
            void change('removed', () => client.call(removePasskey, { id: asked.id }));
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

interface PasskeyLineProps {
  passkey: Passkey;
  locale: Locale;
  isReadOnly: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyLine({ passkey, locale, isReadOnly, onRename, onRemove }: PasskeyLineProps) {
  const { t } = useTranslation('passkeys');
  const { name, host, isHere, lastUsedAt } = passkey;
  return (
    <>
      <span className="device-icon">
        <Icon name="lock" />
      </span>
      <span className="device-text">
        <strong>{name}</strong>
        <span className="muted">
          {lastUsedAt ? t('used', { when: formatElapsed(lastUsedAt, locale) }) : t('unused')}
          {!isHere && ` · ${t('elsewhere', { host })}`}
        </span>
      </span>
      {!isReadOnly && (
        <span className="passkey-actions">
          <button type="button" className="button" aria-label={t('renameOf', { name })} onClick={onRename}>
            {t('rename')}
          </button>
          <button
            type="button"
            className="button"
            aria-haspopup="dialog"
            aria-label={t('removeOf', { name })}
            onClick={onRemove}
          >
            {t('remove')}
          </button>
        </span>
      )}
    </>
  );
}

interface NameFormProps {
  former: string;
  action: string;
  isBusy: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}

function NameForm({ former, action, isBusy, onSave, onCancel }: NameFormProps) {
  const { t } = useTranslation('passkeys');
  const [name, setName] = useState(former);
  const [isTried, setIsTried] = useState(false);
  const isMissing = name.trim() === '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isBusy && !isMissing) onSave(name.trim());
  };
  return (
    <form className="account-form" method="post" noValidate onSubmit={send}>
      <Field
        name="passkey-name"
        label={t('name')}
        hint={t('nameHint')}
        maxLength={60}
        autoFocus
        autoComplete="off"
        value={name}
        problem={isTried && isMissing ? t('nameMissing') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="account-actions">
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {action}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
