import type { Output } from '@feira/schemas/procedure';
import type { getTrust } from '@feira/schemas/procedures/marketplace';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignatureRule } from '../../marketplace/use-packages.ts';

/** A switch that others feel: either way it is asked first, with what follows from it. */
export function SignatureRule({ trust }: { trust: Output<typeof getTrust> }) {
  const { t } = useTranslation('marketplace');
  // The question keeps its text while the switch already shows the new state.
  const [asked, setAsked] = useState<'turnOn' | 'turnOff' | null>(null);
  const { run, error, isBusy, reset } = useSignatureRule();
  const { requiresSignature, publishers } = trust;
  const close = () => {
    setAsked(null);
    reset();
  };
  const confirm = async () => {
    if (await run({ requiresSignature: asked === 'turnOn' })) close();
  };
  return (
    <section className="panel" aria-labelledby="trust-rule">
      <h2 id="trust-rule">{t('trust.requireTitle')}</h2>
      <CheckField
        isSwitch
        label={t('trust.require')}
        hint={t(requiresSignature ? 'trust.requireOn' : 'trust.requireOff')}
        isChecked={requiresSignature}
        isBusy={isBusy}
        onChange={(isOn) => setAsked(isOn ? 'turnOn' : 'turnOff')}
      />
      {requiresSignature && publishers.length === 0 && (
        <div className="notice notice-error">
          <Icon name="alert" />
          <p>{t('trust.requireNobody')}</p>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          isDanger={asked === 'turnOff'}
          title={t(`trust.${asked}Title`)}
          text={t(`trust.${asked}Text`)}
          action={t(`trust.${asked}Action`)}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </section>
  );
}
