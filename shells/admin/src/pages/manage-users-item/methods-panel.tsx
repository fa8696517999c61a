import { CheckField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import type { User } from './use-profile.ts';
import { usePaymentMethods } from './use-user-changes.ts';

const SWITCHES = [
  { field: 'pixEnabled', method: 'PIX' },
  { field: 'creditCardEnabled', method: 'CREDIT_CARD' },
  { field: 'billetEnabled', method: 'BILLET' },
] as const;

/** Switches the payment methods of this person's checkouts; a switch acts at once. */
export function MethodsPanel({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation(['admin', 'kit']);
  const can = usePermission();
  const { run, error, isBusy } = usePaymentMethods();
  // Until the person has been read again the switches show what was before, and the version is old.
  const [isSaving, setIsSaving] = useState(false);
  const mayChange = can('isUserAdvancedOptionsAvailable') && !isOwn;
  const { pixEnabled, creditCardEnabled, billetEnabled, version } = user;
  const set = async (field: (typeof SWITCHES)[number]['field'], isOn: boolean) => {
    if (isSaving) return;
    setIsSaving(true);
    await run({ personId: user.id, pixEnabled, creditCardEnabled, billetEnabled, [field]: isOn, version });
    setIsSaving(false);
  };
  const isNoneLeft = !pixEnabled && !creditCardEnabled && !billetEnabled;
  return (
    <section className="panel" aria-labelledby="user-methods">
      <h2 id="user-methods">{t('users.methods')}</h2>
      <p className="muted">{t('users.methodsHint')}</p>
      {SWITCHES.map(({ field, method }) => (
        <CheckField
          key={field}
          isSwitch
          label={t(`kit:method.${method}`)}
          isChecked={user[field]}
          disabled={!mayChange}
          isBusy={isBusy || isSaving}
          onChange={(isOn) => set(field, isOn)}
        />
      ))}
      {isNoneLeft && <p className="field-error">{t('users.noMethodLeft')}</p>}
      {!mayChange && !isOwn && <p className="muted">{t('users.advancedNeeded')}</p>}
      <Refusal error={error} />
    </section>
  );
}
