import { LOCALES } from '@feira/schemas/common';
import { updateProfile } from '@feira/schemas/procedures/account';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { formatPhone, isPhone, normalizePhone } from '@feira/schemas/rules/phone';
import type { Client } from '@feira/shell-kit/client';
import Checkbox from 'antd/es/checkbox/Checkbox';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentField } from '../../components/document-field.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Field } from '../../components/field.tsx';
import { PhoneField } from '../../components/phone-field.tsx';
import { useProblems } from '../../components/use-problems.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { DoneNotice, Section } from './section.tsx';
import type { Account } from './use-account.ts';

interface ProfileSectionProps {
  account: Account;
  client: Client;
  isReadOnly: boolean;
  /** True where money is paid out to this person, in the name of a document. */
  isPaid: boolean;
  /** True where buyers buy from this person. */
  isSeller: boolean;
  onChanged: () => Promise<void>;
}

const NAME_LENGTH = 3;

export function ProfileSection({ account, client, isReadOnly, isPaid, isSeller, onChanged }: ProfileSectionProps) {
  const { t } = useTranslation('account');
  const host = useTranslation();
  const { failure, isBusy, submit, forget } = useSubmit();
  const [isDone, setIsDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const readValues = () => {
    const data = new FormData(form.current!);
    const document = normalizeDocument(String(data.get('document') ?? ''));
    return {
      name: String(data.get('name')).trim(),
      phone: normalizePhone(String(data.get('phone'))),
      document,
      isTold: account.document === null && document !== '',
      locale: LOCALES.find((known) => known === data.get('locale')),
      // People who sell nothing have no such fields.
      seen: isSeller && {
        showsDocument: data.has('showsDocument'),
        publicAddress: String(data.get('publicAddress')).trim(),
      },
    };
  };
  const { problems, check, onChange } = useProblems(() => {
    const { name, phone, document, isTold } = readValues();
    return {
      name: name.length < NAME_LENGTH,
      phone: phone !== '' && !isPhone(phone),
      document: isTold && !isDocument(document),
    };
  }, forget);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { name, phone, document, isTold, locale, seen } = readValues();
    const found = check();
    setIsDone(false);
    const focus = (field: string) => (form.current?.elements.namedItem(field) as HTMLInputElement | null)?.focus();
    const first = (['name', 'phone', 'document'] as const).find((field) => found[field]);
    if (first) return focus(first);
    const refusal = await submit(async () => {
      await client.call(updateProfile, {
        name,
        phone,
        ...(isTold && { document }),
        ...seen,
        ...(locale && { locale }),
      });
      await onChanged();
    });
    setIsDone(!refusal);
  };
  return (
    <Section title={t('profile.title')} text={t('profile.text')}>
      <form ref={form} className="account-form" noValidate onSubmit={save} onChange={onChange}>
        <Field
          name="name"
          label={t('profile.name')}
          defaultValue={account.name}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={120}
          readOnly={isReadOnly}
          problem={problems.name ? t('profile.nameShort') : failure?.fields.name}
        />
        <PhoneField
          name="phone"
          label={t('profile.phone')}
          defaultValue={formatPhone(account.phone ?? '')}
          required={false}
          readOnly={isReadOnly}
          problem={problems.phone ? t('profile.phoneInvalid') : failure?.fields.phone}
        />
        {isPaid && (
          <DocumentField
            key={account.document}
            name="document"
            label={t('profile.document')}
            defaultValue={account.document ?? ''}
            required={false}
            readOnly={isReadOnly || account.document !== null}
            hint={t(account.document === null ? 'profile.documentHint' : 'profile.documentFixed')}
            problem={problems.document ? t('profile.documentInvalid') : failure?.fields.document}
          />
        )}
        {isSeller && <BuyersView account={account} isReadOnly={isReadOnly} problem={failure?.fields.publicAddress} />}
        <div className="field">
          <label htmlFor="mail-locale">{t('profile.locale')}</label>
          <div className="field-box">
            <select id="mail-locale" name="locale" defaultValue={account.locale ?? ''} disabled={isReadOnly}>
              {!account.locale && <option value="">{t('profile.localeOfPlatform')}</option>}
              {LOCALES.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {host.t('languageName', { lng: locale })}
                </option>
              ))}
            </select>
          </div>
        </div>
        <FailureNotice failure={failure} />
        <DoneNotice text={isDone ? t('saved') : null} />
        {!isReadOnly && (
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t('save')}
          </button>
        )}
      </form>
    </Section>
  );
}

interface BuyersViewProps {
  account: Account;
  isReadOnly: boolean;
  problem: string | undefined;
}

/** Asks what buyers may see of the person who sells. */
function BuyersView({ account, isReadOnly, problem }: BuyersViewProps) {
  const { t } = useTranslation('account');
  return (
    <fieldset className="account-seen">
      <legend>{t('profile.seen')}</legend>
      <p className="field-hint">{t('profile.seenText')}</p>
      <Checkbox className="check" name="showsDocument" defaultChecked={account.showsDocument} disabled={isReadOnly}>
        {t('profile.showsDocument')}
      </Checkbox>
      <Field
        name="publicAddress"
        label={t('profile.publicAddress')}
        hint={t('profile.publicAddressHint')}
        defaultValue={account.publicAddress ?? ''}
        autoComplete="street-address"
        autoCapitalize="words"
        maxLength={200}
        required={false}
        readOnly={isReadOnly}
        problem={problem}
      />
    </fieldset>
  );
}
