import type { createOrderBump } from '@feira/schemas/procedures/products';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { PictureField } from '@feira/shell-kit/components/picture-field';
import { amount, type FieldsOf, group, orNull, text, type ValueOf } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { PICTURE } from '../../components/products/address-fields.ts';
import { type Bump, useBumpChange, useBumpCreation, useOfferChoice } from '../../components/products/use-products.ts';

const PRICE = orNull(amount('problems.price', 1));
const FIELDS = group({
  offerId: text({ problem: 'problems.bumpOffer' }),
  title: text({ problem: 'problems.title', control: { maxLength: 120 } }),
  text: text({ control: { maxLength: 300 } }),
  price: PRICE,
  fakePrice: PRICE,
  image: PICTURE,
} satisfies FieldsOf<typeof createOrderBump, 'productId'>);

interface BumpDialogProps {
  productId: string;
  /** Left out where the dialog creates one. */
  bump?: Bump;
  onDone: () => void;
  onClose: () => void;
}

/** Creates an order bump, or changes one; the offer that it adds stays the same. */
export function BumpDialog({ productId, bump, onDone, onClose }: BumpDialogProps) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const create = useBumpCreation();
  const update = useBumpChange();
  const { data } = useOfferChoice();
  const { controls, shown, dialog } = useDraft({
    fields: FIELDS,
    ...(bump && { stored: { ...bump, offerId: bump.offer.id } }),
    change: bump ? update : create,
    say: t,
  });
  const offers = (data?.items ?? []).filter(
    ({ product, status }) => product.id !== productId && status === 'PUBLISHED',
  );
  const chosen = bump?.offer ?? offers.find(({ id }) => id === shown.offerId);
  const coin = chosen?.coin ?? 'BRL';
  const save = async ({ offerId, ...fields }: ValueOf<typeof FIELDS>) => {
    const answer = bump
      ? await update.run({ bumpId: bump.id, version: bump.version, ...fields })
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
            ...offers.map(({ id, title, price, coin: currency, product }) => ({
              value: id,
              label: `${product.name} · ${title} · ${formatCurrency(price, currency, locale)}`,
            })),
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
    </DialogForm>
  );
}
