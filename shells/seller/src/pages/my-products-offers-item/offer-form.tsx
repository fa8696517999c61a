import { offer as entity } from '@feira/schemas/entities/offer';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useTranslation } from 'react-i18next';
import { AfterPanel } from './after-panel.tsx';
import { CustomFieldsPanel } from './custom-fields-panel.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { InstallmentsPanel } from './installments-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { MethodsPanel } from './methods-panel.tsx';
import { PricePanel } from './price-panel.tsx';
import { SubscriptionPanel } from './subscription-panel.tsx';
import { type OfferFormProps, useOfferDraft } from './use-offer-draft.ts';

export function OfferForm({ offer, reload }: OfferFormProps) {
  const { t } = useTranslation('products');
  const draft = useOfferDraft({ offer, reload });
  const { change, changes, isDirty, version, conflict, clear, form, bar } = draft;
  const labelOf = (name: string) =>
    t(name === 'deliveryOptions' ? 'delivery.options' : entity[name as keyof typeof entity].label);
  const isPhysical = offer.product.typeProduct === 'FISICO';
  const save = async () => {
    const answer = await change.run({ offerId: offer.id, version, ...changes });
    if (answer) clear();
    return answer;
  };
  return (
    <form {...form(save)} className="form">
      <UnsavedGuard isDirty={isDirty} />
      <PricePanel {...draft} />
      {draft.shown.type === 'SUBSCRIPTION' && <SubscriptionPanel {...draft} isPhysical={isPhysical} />}
      <MethodsPanel {...draft} />
      {draft.shown.creditCardEnabled && draft.shown.type === 'ONE_TIME' && <InstallmentsPanel {...draft} />}
      {isPhysical && <DeliveryPanel {...draft} />}
      <LimitsPanel isPhysical={isPhysical} {...draft} taken={offer.taken} />
      <CustomFieldsPanel {...draft} />
      <AfterPanel {...draft} />
      <ConflictNotice conflict={conflict} labelOf={labelOf} />
      <SaveBar isDirty={isDirty} {...bar} />
    </form>
  );
}
