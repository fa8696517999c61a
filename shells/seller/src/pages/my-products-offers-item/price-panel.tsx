import { CURRENCIES } from '@feira/schemas/common';
import { CALENDAR_MONTHS, OFFER_TYPES, RECURRENCE_DAYS, type RecurrencePeriod } from '@feira/schemas/options';
import { periodOfRecurrence } from '@feira/schemas/rules/mandate';
import { monthsOf } from '@feira/schemas/rules/subscription';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeastAmounts } from '../../components/products/least-amounts.ts';
import { useConnections } from '../../components/products/use-products.ts';
import type { OfferDraft } from './use-offer-draft.ts';

const MONTHLY = { frequencyInDays: 30, period: 'CALENDAR' } as const;
/** By the calendar first: buyers expect each charge on the same day of the month. */
const FREQUENCIES = [
  ...RECURRENCE_DAYS.filter((days) => CALENDAR_MONTHS.has(days)).map((days) => ['CALENDAR', days] as const),
  ...RECURRENCE_DAYS.map((days) => ['DAYS', days] as const),
];

/** Edits the title and the price. */
export function PricePanel({ controls, shown, edit }: OfferDraft) {
  const { t } = useTranslation('products');
  const id = useId();
  const { data } = useConnections();
  const least = useLeastAmounts(shown.connectionId);
  const serving = data?.items.filter(({ id: connection }) => [null, connection].includes(shown.connectionId));
  const isCharged = !serving || serving.some(({ currencies }) => currencies.includes(shown.coin));
  /** The recurring price as it was filled in from the price; null once the seller types one. */
  const [filled, setFilled] = useState<string | null>(null);
  const days = shown.frequencyInDays ?? MONTHLY.frequencyInDays;
  const everyOf = (period: RecurrencePeriod, count: number) => {
    const months = monthsOf({ period, frequencyInDays: count });
    if (months === null) return t('everyDays', { count });
    return months === 12 ? t('everyYear') : t('everyMonths', { count: months });
  };
  const changePrice = (price: string) => {
    const follows = filled !== null && shown.recurrencePrice === filled;
    edit(follows ? { price, recurrencePrice: price } : { price });
    setFilled(follows ? price : null);
  };
  const chooseType = (type: (typeof OFFER_TYPES)[number]) => {
    setFilled(type === 'SUBSCRIPTION' ? shown.price : null);
    edit(
      type === 'SUBSCRIPTION'
        ? // A boleto cannot be charged again by itself.
          { type, ...MONTHLY, recurrencePrice: shown.price, billetEnabled: false }
        : {
            type,
            frequencyInDays: null,
            period: 'DAYS',
            recurrencePrice: '',
            trialDays: '',
            isTrialFree: false,
            recurrenceCycles: '',
            affiliateCycles: '',
            dunning: { ...shown.dunning, isOn: false },
          },
    );
  };
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('groups.price')}</h2>
      <TextField label={t('offerTitle')} hint={t('offerTitleHint')} {...controls.title} />
      <div className="form-grid">
        <AmountField label={t('price')} currency={shown.coin} hint={least} {...controls.price} onChange={changePrice} />
        <AmountField label={t('fakePrice')} currency={shown.coin} hint={t('fakePriceHint')} {...controls.fakePrice} />
        <SelectField
          label={t('coin')}
          options={CURRENCIES.map((value) => ({ value, label: t(`coins.${value}`) }))}
          {...controls.coin}
          hint={shown.coin === 'BRL' ? undefined : t(isCharged ? 'coinByCard' : 'coinNotCharged', { coin: shown.coin })}
          onChange={(coin) =>
            edit(coin === 'BRL' ? { coin } : { coin, pixEnabled: false, billetEnabled: false, creditCardEnabled: true })
          }
        />
      </div>
      <RadioFields
        label={t('offerType')}
        options={OFFER_TYPES.map((value) => ({
          value,
          label: t(`offerTypes.${value}`),
          hint: t(`offerTypeHints.${value}`),
        }))}
        value={shown.type}
        problem={controls.type.problem}
        onChange={chooseType}
      />
      {shown.type === 'SUBSCRIPTION' && (
        <div className="form-grid">
          <AmountField
            label={t('recurrencePrice')}
            currency={shown.coin}
            hint={t('recurrencePriceHint')}
            {...controls.recurrencePrice}
          />
          <SelectField
            label={t('frequency')}
            problem={controls.frequencyInDays.problem}
            // Banks know no such period: buyers by Pix get a code before each charge instead.
            hint={
              shown.pixEnabled && periodOfRecurrence(days) === null
                ? t('noPixAutomatico', { every: everyOf(shown.period, days) })
                : undefined
            }
            options={FREQUENCIES.map(([period, count]) => ({
              value: `${period}-${count}`,
              label: everyOf(period, count),
            }))}
            value={`${shown.period}-${days}`}
            onChange={(value) => {
              const [period, frequencyInDays] = FREQUENCIES.find((one) => one.join('-') === value) ?? [];
              if (period && frequencyInDays) edit({ period, frequencyInDays });
            }}
          />
        </div>
      )}
    </section>
  );
}
