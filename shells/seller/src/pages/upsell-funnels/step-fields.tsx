import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { PictureField } from '@feira/shell-desk/uploads/picture-field.tsx';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { RepeatNotice } from './repeat-notice.tsx';
import type { Offer, StepDraft } from './use-funnels.ts';

interface StepFieldsProps {
  step: StepDraft;
  steps: StepDraft[];
  entry: Offer | undefined;
  /** Offers that are paid once, in the currency of the entry offer. */
  offers: Offer[];
  problem: string | undefined;
  onEdit: (part: Partial<StepDraft>) => void;
}

/** The fields of the step that is open. What is left empty is the offer's or the page's. */
export function StepFields({ step, steps, entry, offers, problem, onEdit }: StepFieldsProps) {
  const { t } = useTranslation('funnels');
  const { locale } = useHost();
  const offer = offers.find(({ id }) => id === step.offerId);
  return (
    <>
      <SelectField
        label={t('stepOffer')}
        value={step.offerId}
        options={[
          ...(offer ? [] : [{ value: step.offerId, label: t('offerGone') }]),
          ...[...labelOffers(offers, locale)].map(([value, label]) => ({ value, label })),
        ]}
        onChange={(offerId) => onEdit({ offerId })}
      />
      {entry && <RepeatNotice step={step} steps={steps} entry={entry} offers={offers} />}
      <AmountField
        label={t('price')}
        name="price"
        hint={t('priceHint')}
        currency={offer?.coin ?? 'BRL'}
        value={step.price}
        problem={problem}
        onChange={(price) => onEdit({ price })}
      />
      <TextField
        label={t('stepTitle')}
        hint={t('stepTitleHint')}
        maxLength={120}
        value={step.title}
        onChange={(title) => onEdit({ title })}
      />
      <TextAreaField
        label={t('text')}
        name="text"
        maxLength={1000}
        value={step.text}
        onChange={(text) => onEdit({ text })}
      />
      <PictureField
        kind="CHECKOUT_BANNER"
        label={t('picture')}
        hint={t('pictureHint')}
        alt={t('picture')}
        shape="cover"
        value={step.picture}
        takesAddress
        onChange={(picture) => onEdit({ picture })}
      />
      <TextField
        label={t('acceptText')}
        placeholder={t('acceptSample')}
        maxLength={60}
        value={step.acceptText}
        onChange={(acceptText) => onEdit({ acceptText })}
      />
      <TextField
        label={t('declineText')}
        placeholder={t('declineSample')}
        maxLength={60}
        value={step.declineText}
        onChange={(declineText) => onEdit({ declineText })}
      />
    </>
  );
}
