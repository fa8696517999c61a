import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
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

/** The labels of the fields, for telling what changed elsewhere. */
const LABELS = {
  title: 'offerTitle',
  price: 'price',
  fakePrice: 'fakePrice',
  coin: 'coin',
  type: 'offerType',
  recurrencePrice: 'recurrencePrice',
  frequencyInDays: 'frequency',
  trialDays: 'subscription.trial',
  isTrialFree: 'subscription.trialFree',
  recurrenceCycles: 'subscription.cycles',
  affiliateCycles: 'subscription.affiliateCycles',
  dunning: 'subscription.dunning',
  pixEnabled: 'methods.PIX',
  creditCardEnabled: 'methods.CREDIT_CARD',
  billetEnabled: 'methods.BILLET',
  requiredDocumentAndPhone: 'documentAndPhone',
  connectionId: 'connection',
  installments: 'installments.title',
  fretePrice: 'delivery.fixed',
  deliveryOptions: 'delivery.options',
  stockLimit: 'stock',
  saleStartsAt: 'startsAt',
  saleEndsAt: 'endsAt',
  thankYouUrl: 'thankYou',
  priceKeptDays: 'priceKept',
  abandonedCartEnabled: 'abandonedCart',
} as const;

function useOfferDraft({ offer, reload }: OfferFormProps) {
  const { t } = useTranslation('products');
  const change = useOfferChange();
  const draft = useVersionedDraft({ fields: OFFER, record: offer, change, say: t, reload });
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
      <ConflictNotice conflict={conflict} labelOf={(name) => t(LABELS[name as keyof typeof LABELS])} />
      <SaveBar isDirty={isDirty} {...bar} />
    </form>
  );
}
