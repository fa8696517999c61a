import { orderBump } from '@feira/schemas/entities/order-bump';
import type { createOrderBump } from '@feira/schemas/procedures/products';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { PictureField } from '@feira/shell-desk/uploads/picture-field.tsx';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { entityFields } from '@feira/shell-kit/entity-fields';
import { type FieldsOf, group, text, type ValueOf } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useTranslation } from 'react-i18next';
import { PICTURE } from '../../components/products/address-fields.ts';
import { type Bump, useBumpChange, useBumpCreation, useOfferChoice } from '../../components/products/use-products.ts';

const FIELDS = group({
  offerId: text({ problem: 'problems.bumpOffer' }),
  ...entityFields(orderBump, { image: PICTURE }),
} satisfies FieldsOf<typeof createOrderBump, 'productId'>);

interface BumpDialogProps {
  productId: string;
  /** Left out where the dialog creates one. */
  bump?: Bump;
  /** Reads the bump anew. */
  reload?: () => Promise<{ data: Bump | undefined }>;
  onDone: () => void;
  onClose: () => void;
}

const toRecord = (bump: Bump | undefined) => bump && { ...bump, offerId: bump.offer.id };

/** Creates an order bump, or changes one; the offer that it adds stays the same. */
export function BumpDialog({ productId, bump, reload, onDone, onClose }: BumpDialogProps) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const create = useBumpCreation();
  const update = useBumpChange();
  const { data } = useOfferChoice();
  const { controls, shown, dialog, version, conflict } = useVersionedDraft({
    fields: FIELDS,
    record: toRecord(bump),
    change: bump ? update : create,
    say: t,
    reload: async () => ({ data: toRecord((await reload?.())?.data) }),
  });
  const offers = (data?.items ?? []).filter(
    ({ product, status }) => product.id !== productId && status === 'PUBLISHED',
  );
  const chosen = bump?.offer ?? offers.find(({ id }) => id === shown.offerId);
  const coin = chosen?.coin ?? 'BRL';
  const save = async ({ offerId, ...fields }: ValueOf<typeof FIELDS>) => {
    const answer = bump
      ? await update.run({ bumpId: bump.id, version, ...fields })
      : await create.run({ productId, offerId, ...fields });
    if (answer) onDone();
  };
  return (
    <DialogForm
      title={t(bump ? 'bumps.editTitle' : 'bumps.create')}
      text={t('bumps.text')}
      action={t(bump ? 'bumps.save' : 'bumps.add')}
      {...dialog(save)}
      onClose={onClose}
    >
      {!bump && (
        <SelectField
          label={t('bumps.offer')}
          hint={data && offers.length === 0 ? t('bumps.noOffers') : undefined}
          options={[
            { value: '', label: t('bumps.chooseOffer') },
            ...[...labelOffers(offers, locale)].map(([value, label]) => ({ value, label })),
          ]}
          {...controls.offerId}
        />
      )}
      <TextField label={t('bumps.title')} hint={t('bumps.titleHint')} {...controls.title} />
      <TextAreaField label={t('bumps.words')} rows={2} {...controls.text} />
      <div className="form-grid">
        <AmountField label={t('bumps.price')} currency={coin} hint={t('bumps.priceHint')} {...controls.price} />
        <AmountField label={t('fakePrice')} currency={coin} {...controls.fakePrice} />
      </div>
      <PictureField
        kind="ORDER_BUMP"
        takesAddress
        label={t('image')}
        hint={t('bumps.imageHint')}
        alt={controls.title.value}
        shape="square"
        {...controls.image}
      />
      <ConflictNotice conflict={conflict} labelOf={(name) => t(orderBump[name as keyof typeof orderBump].label)} />
    </DialogForm>
  );
}
