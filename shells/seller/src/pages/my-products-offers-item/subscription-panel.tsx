import { DEFAULT_DUNNING } from '@feira/schemas/subscription';
import { DunningControls } from '@feira/shell-desk/dunning/dunning-controls.tsx';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFER } from './offer-fields.ts';
import type { OfferDraft } from './use-offer-draft.ts';

/** Edits what a subscription promises: its trial, its number of charges, and what is done when one is not paid. */
export function SubscriptionPanel({
  controls,
  shown,
  edit,
  problemOf,
  isPhysical,
}: OfferDraft & { isPhysical: boolean }) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const id = useId();
  const { trialDays, isTrialFree, recurrenceCycles, affiliateCycles, dunning } = controls;
  // Own rules begin as the usual ones.
  const setOwn = (isOn: boolean) =>
    edit({ dunning: isOn ? OFFER.fields.dunning.show(DEFAULT_DUNNING, locale) : { ...shown.dunning, isOn: false } });
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('subscription.title')}</h2>
      <p className="form-hint">{t('subscription.promise')}</p>
      <div className="form-grid">
        <TextField
          label={t('subscription.trial')}
          hint={[t('subscription.trialHint'), isPhysical && t('subscription.noFreeGoods')].filter(Boolean).join(' ')}
          suffix={t('subscription.days')}
          {...trialDays}
        />
        <TextField label={t('subscription.cycles')} hint={t('subscription.cyclesHint')} {...recurrenceCycles} />
        <TextField
          label={t('subscription.affiliateCycles')}
          hint={t('subscription.affiliateCyclesHint')}
          {...affiliateCycles}
        />
      </div>
      {shown.trialDays !== '' && (!isPhysical || shown.isTrialFree) && (
        <CheckField
          isSwitch
          label={t('subscription.trialFree')}
          hint={t('subscription.trialFreeHint')}
          {...isTrialFree}
        />
      )}
      <CheckField
        isSwitch
        label={t('subscription.ownDunning')}
        hint={t('subscription.ownDunningHint')}
        {...dunning.isOn}
        onChange={setOwn}
      />
      {shown.dunning.isOn && (
        <DunningControls controls={dunning} problemOfDay={(index) => problemOf(`dunning.steps.${index}.day`)} />
      )}
    </section>
  );
}
