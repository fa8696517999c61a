import type { PaymentLinkKind } from '@feira/schemas/procedures/payment-links';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useTranslation } from 'react-i18next';
import { MomentField } from '../../components/products/moment-field.tsx';
import { LINK_FIELDS, toCreation, toUpdate } from './link-fields.ts';
import { type PaymentLink, useCreation, useOfferChoice, useUpdate } from './use-payment-links.ts';

const KINDS: readonly PaymentLinkKind[] = ['AMOUNT', 'OPEN_AMOUNT', 'OFFER'];

interface LinkDialogProps {
  /** Left out where the dialog creates one. */
  link?: PaymentLink;
  /** Reads the link anew. */
  reload?: () => Promise<{ data?: PaymentLink | undefined }>;
  onDone: (linkId: string) => void;
  onClose: () => void;
}

/** Creates a payment link, or changes one. What it sells and how often it is paid stay as they were. */
export function LinkDialog({ link, reload, onDone, onClose }: LinkDialogProps) {
  const { t } = useTranslation('paymentLinks');
  const { locale } = useHost();
  const creation = useCreation();
  const update = useUpdate();
  const offers = useOfferChoice().data?.items ?? [];
  const { controls, shown, dialog, version, conflict } = useVersionedDraft({
    fields: LINK_FIELDS,
    record: link,
    change: link ? update : creation,
    say: t,
    reload: async () => ({ data: (await reload?.())?.data }),
  });
  const { kind } = shown;
  const offerId = shown.offerId || (offers[0]?.id ?? '');
  const chosen = offers.find(({ id }) => id === offerId);
  const coin = link?.coin ?? (kind === 'OFFER' ? chosen?.coin : undefined) ?? 'BRL';
  const save = async (typed: Parameters<typeof toCreation>[0]) => {
    if (link) {
      if (await update.run({ linkId: link.id, version, ...toUpdate(typed) })) onDone(link.id);
      return;
    }
    const made = await creation.run(toCreation({ ...typed, offerId }));
    if (made) onDone(made.linkId);
  };
  const isOffer = kind === 'OFFER';
  return (
    <DialogForm
      title={link ? t('edit.title') : t('create')}
      text={t(link ? 'edit.text' : 'createText')}
      action={t(link ? 'edit.action' : 'create')}
      isWide
      {...dialog(save)}
      onClose={onClose}
    >
      {link ? (
        <CheckField isSwitch label={t('isActive')} hint={t('isActiveHint')} {...controls.isActive} />
      ) : (
        <RadioFields
          label={t('kind')}
          options={KINDS.map((value) => ({
            value,
            label: t(`kinds.${value}`),
            hint: t(`kindHints.${value}`),
            disabled: value === 'OFFER' && offers.length === 0,
          }))}
          {...controls.kind}
        />
      )}
      {isOffer && !link && (
        <SelectField
          label={t('offer')}
          options={[...labelOffers(offers, locale)].map(([value, label]) => ({ value, label }))}
          {...controls.offerId}
          value={offerId}
        />
      )}
      <TextField
        label={t('title')}
        hint={t(isOffer ? 'titleHintOffer' : 'titleHint')}
        maxLength={120}
        {...controls.title}
      />
      {!isOffer && <TextAreaField label={t('description')} maxLength={2000} rows={3} {...controls.description} />}
      {kind === 'OPEN_AMOUNT' ? (
        <div className="form-grid">
          <AmountField label={t('leastAmount')} currency={coin} {...controls.leastAmount} />
          <AmountField label={t('mostAmount')} currency={coin} {...controls.mostAmount} />
        </div>
      ) : (
        <AmountField
          label={t('amount')}
          currency={coin}
          {...(isOffer && !link && { hint: t('amountHintOffer') })}
          {...controls.amount}
        />
      )}
      {!link && <CheckField label={t('isSingleUse')} hint={t('isSingleUseHint')} {...controls.isSingleUse} />}
      <MomentField label={t('expiresAt')} hint={t('expiresAtHint')} {...controls.expiresAt} />
      <TextField label={t('note')} hint={t('noteHint')} maxLength={500} {...controls.note} />
      <ConflictNotice conflict={conflict} labelOf={(name) => t(name as 'title')} />
    </DialogForm>
  );
}
