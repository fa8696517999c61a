import { isOfferProblem, OFFER_PROBLEMS } from '@feira/schemas/rules/offer';
import { useHost } from '@feira/shell-kit/host-context';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useTranslation } from 'react-i18next';
import { type Offer, useOfferChange } from '../../components/products/use-products.ts';
import { OFFER } from './offer-fields.ts';

export interface OfferFormProps {
  offer: Offer;
  reload: () => Promise<{ data?: Offer | undefined }>;
}

export function useOfferDraft({ offer, reload }: OfferFormProps) {
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
