import { offer as entity } from '@feira/schemas/entities/offer';
import { isOfferProblem, OFFER_PROBLEMS } from '@feira/schemas/rules/offer';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useHost } from '@feira/shell-kit/host-context';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useTranslation } from 'react-i18next';
import { type Offer, useOfferChange } from '../../components/products/use-products.ts';
import { AfterPanel } from './after-panel.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { InstallmentsPanel } from './installments-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { MethodsPanel } from './methods-panel.tsx';
import { OFFER } from './offer-fields.ts';
import { PricePanel } from './price-panel.tsx';
import { SubscriptionPanel } from './subscription-panel.tsx';

function useOfferDraft({ offer, reload }: OfferFormProps) {
  const { t } = useTranslation('products');
  const change = useOfferChange();
  const { locale } = useHost();
  const draft = useVersionedDraft({
    fields: OFFER,
    record: offer,
    change,
    say: (problem) => (isOfferProblem(problem) ? OFFER_PROBLEMS[problem][locale] : t(problem)),
    reload,
  });
  return { ...draft, change };
}
export type OfferDraft = Pick<ReturnType<typeof useOfferDraft>, 'controls' | 'shown' | 'edit' | 'problemOf'>;

interface OfferFormProps {
  offer: Offer;
  reload: () => Promise<{ data?: Offer | undefined }>;
}

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
      <LimitsPanel {...draft} taken={offer.taken} />
      <AfterPanel {...draft} />
      <ConflictNotice conflict={conflict} labelOf={labelOf} />
      <SaveBar isDirty={isDirty} {...bar} />
    </form>
  );
}
