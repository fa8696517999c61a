import { CURRENCIES } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { MINIMUM_CHARGE } from '@feira/schemas/rules/order-price';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import type { ValueOf } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeastAmounts } from '../../components/products/least-amounts.ts';
import { MomentField } from '../../components/products/moment-field.tsx';
import {
  type Coupon,
  type Product,
  useCouponChange,
  useCouponCreation,
} from '../../components/products/use-products.ts';

import { COUPON_CHARGES, couponFields, findElsewhere, SCOPES } from './coupon-fields.ts';

interface CouponDialogProps {
  product: Product;
  /** Left out where the dialog creates one. */
  coupon?: Coupon;
  /** Reads the coupon anew. */
  reload?: () => Promise<{ data: Coupon | undefined }>;
  onDone: () => void;
  onClose: () => void;
}

const LABELS = {
  discount: 'coupons.discount',
  targets: 'coupons.scope',
  cycles: 'coupons.cycles',
  maxUses: 'coupons.maxUses',
  maxUsesPerBuyer: 'coupons.maxUsesPerBuyer',
  startsAt: 'coupons.startsAt',
  endsAt: 'coupons.endsAt',
} as const;

/** The coupon with its targets as the one field that the form shows. */
const toRecord = (coupon: Coupon | undefined) => coupon && { ...coupon, targets: coupon };

/** Creates a coupon for a product, or changes one; its code stays the same. */
export function CouponDialog({ product, coupon, reload, onDone, onClose }: CouponDialogProps) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const id = useId();
  const create = useCouponCreation();
  const update = useCouponChange();
  const fields = useMemo(() => couponFields(product), [product]);
  const { controls, shown, problemOf, dialog, version, conflict } = useVersionedDraft({
    fields,
    record: toRecord(coupon),
    change: coupon ? update : create,
    say: t,
    reload: async () => ({ data: toRecord((await reload?.())?.data) }),
  });
  const save = async ({ targets, code, ...terms }: ValueOf<typeof fields>) => {
    const answer = coupon
      ? await update.run({
          couponId: coupon.id,
          version,
          isActive: coupon.isActive,
          ...terms,
          ...targets,
        })
      : await create.run({ code, isActive: true, ...terms, ...targets });
    if (answer) onDone();
  };
  const { discount, targets, cycles } = controls;
  const charges = shown.cycles.kind;
  const { kind, coin } = shown.discount;
  const { scope, offerIds } = shown.targets;
  const elsewhere = coupon && findElsewhere(product, coupon);
  const choices = product.offers.filter((offer) => offer.status !== 'ARCHIVED' || offerIds.includes(offer.id));
  const labels = labelOffers(choices, locale);
  const least = useLeastAmounts();
  const hasCurrencies = coin !== 'BRL' || product.offers.some((offer) => offer.coin !== 'BRL');
  const offersProblem = problemOf('targets.offerIds');
  return (
    <DialogForm
      title={coupon ? t('coupons.editTitle', { code: coupon.code }) : t('coupons.create')}
      text={t('coupons.text')}
      action={t(coupon ? 'coupons.save' : 'coupons.create')}
      {...dialog(save)}
      onClose={onClose}
    >
      {!coupon && <TextField label={t('coupons.code')} hint={t('coupons.codeHint')} {...controls.code} />}
      <div className="form-grid">
        <SelectField
          label={t('coupons.discount')}
          options={[
            { value: 'SHARE', label: t('coupons.share') },
            { value: 'AMOUNT', label: t('coupons.amount') },
          ]}
          {...discount.kind}
        />
        {kind === 'SHARE' ? (
          <TextField
            label={t('coupons.share')}
            hint={[t('coupons.shareHint'), least].filter(Boolean).join(' ')}
            suffix="%"
            {...discount.share}
          />
        ) : (
          <AmountField
            label={t('coupons.amount')}
            currency={coin}
            hint={[t('coupons.amountHint', { least: formatCurrency(MINIMUM_CHARGE, coin, locale) }), least]
              .filter(Boolean)
              .join(' ')}
            {...discount.amount}
          />
        )}
        {kind === 'AMOUNT' && hasCurrencies && (
          <SelectField
            label={t('coupons.coin')}
            options={CURRENCIES.map((value) => ({ value, label: t(`coins.${value}`) }))}
            {...discount.coin}
          />
        )}
      </div>
      <div className="form-grid">
        <SelectField
          label={t('coupons.cycles')}
          hint={t('coupons.cyclesHint')}
          options={COUPON_CHARGES.map((value) => ({ value, label: t(`coupons.charges.${value}`) }))}
          {...cycles.kind}
        />
        {charges === 'SOME' && <TextField label={t('coupons.cycleCount')} {...cycles.count} />}
      </div>
      <RadioFields
        label={t('coupons.scope')}
        options={SCOPES.map((value) => ({
          value,
          label: t(`coupons.scopes.${value}`),
          hint: t(`coupons.scopeHints.${value}`),
        }))}
        {...targets.scope}
      />
      {scope === 'OFFERS' && (
        <fieldset
          className="form-group"
          aria-invalid={offersProblem ? true : undefined}
          aria-describedby={offersProblem ? `${id}problem` : undefined}
          tabIndex={offersProblem ? -1 : undefined}
        >
          <legend>{t('coupons.offers')}</legend>
          {choices.map((offer) => (
            <CheckField
              key={offer.id}
              label={labels.get(offer.id)!}
              isChecked={offerIds.includes(offer.id)}
              onChange={(isChecked) =>
                targets.offerIds.onChange(
                  isChecked ? [...offerIds, offer.id] : offerIds.filter((chosen) => chosen !== offer.id),
                )
              }
            />
          ))}
          {offersProblem && (
            <span id={`${id}problem`} className="field-error">
              {offersProblem}
            </span>
          )}
        </fieldset>
      )}
      {elsewhere && scope !== 'ALL' && elsewhere.offerIds.length + elsewhere.productIds.length > 0 && (
        <p className="form-hint">{t('coupons.elsewhere')}</p>
      )}
      <div className="form-grid">
        <TextField label={t('coupons.maxUses')} hint={t('coupons.maxUsesHint')} {...controls.maxUses} />
        <TextField
          label={t('coupons.maxUsesPerBuyer')}
          hint={t('coupons.maxUsesPerBuyerHint')}
          {...controls.maxUsesPerBuyer}
        />
        <MomentField label={t('coupons.startsAt')} hint={t('coupons.startsAtHint')} {...controls.startsAt} />
        <MomentField label={t('coupons.endsAt')} hint={t('coupons.endsAtHint')} {...controls.endsAt} />
      </div>
      <ConflictNotice conflict={conflict} labelOf={(name) => t(LABELS[name as keyof typeof LABELS])} />
    </DialogForm>
  );
}
