import type { Checkout } from '@feira/schemas/checkout';
import type { Input, Output } from '@feira/schemas/procedure';
import type { getInstallments } from '@feira/schemas/procedures/checkout';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { type CardChannel, type CardHandle, connectCardFrame } from '@feira/shell-kit/card-channel';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { query } from '../api.ts';
import type { CheckoutBoot } from '../boot.ts';
import type { Translate } from '../texts.ts';

/** The height of the empty form, until the frame reports its own. */
const FRAME_HEIGHT_PX = 251;

export type InstallmentOption = Output<typeof getInstallments>['options'][number];
/** Nothing can be paid while prices change: the shown total is not yet the charged one. */
export type InstallmentChoice = InstallmentOption | 'loading' | undefined;

export interface CardPanelProps {
  boot: CheckoutBoot;
  t: Translate;
  bumps: string[];
  /** The amount in cents. */
  freight: number;
  /** The cents that a coupon takes off. */
  discount: number;
  isBusy: boolean;
  installment: InstallmentChoice;
  setInstallment(choice: InstallmentChoice): void;
  onHandle(handle: CardHandle | null): void;
}

function optionText(
  t: Translate,
  checkout: Checkout,
  locale: CheckoutBoot['locale'],
  option: InstallmentOption,
): string {
  const money = (cents: number) => formatCurrency(cents, checkout.coin, locale);
  const words = {
    number: option.installmentNumber,
    amount: money(option.installmentValue),
    total: money(option.total),
  };
  if (option.installmentNumber === 1) return t('installmentSingle', { amount: words.total });
  return t(option.hasInterest ? 'installmentInterest' : 'installmentFree', words);
}

/** The options load again whenever freight or extras change; the chosen number is kept while it is still offered. */
function Installments({ boot, t, bumps, freight, discount, installment, setInstallment }: CardPanelProps) {
  const id = useId();
  const [options, setOptions] = useState<InstallmentOption[]>([]);
  const chosen = useRef(1);
  const bumpsKey = bumps.join();
  useEffect(() => {
    const controller = new AbortController();
    setInstallment('loading');
    const input: Input<typeof getInstallments> = {
      checkoutId: boot.checkout.id,
      ...(bumpsKey && { orderBumpsIds: bumpsKey.split(',') }),
      ...(freight && { fareAmount: freight }),
      ...(discount && { discount }),
    };
    const call = { locale: boot.locale, signal: controller.signal };
    query<typeof getInstallments>('checkout.getInstallments', input, call).then((answer) => {
      if (controller.signal.aborted) return;
      const next = answer.ok ? answer.data.options : [];
      setOptions(next);
      setInstallment(next.find((option) => option.installmentNumber === chosen.current) ?? next[0]);
    });
    return () => {
      controller.abort();
      setInstallment(undefined);
    };
  }, [boot, bumpsKey, freight, discount, setInstallment]);
  const isLoading = installment === 'loading';
  const option = isLoading ? undefined : installment;
  const first = option && option.firstInstallmentValue !== option.installmentValue ? option : undefined;
  return (
    <div className="field installments">
      <label htmlFor={id}>{t('installments')}</label>
      <select
        id={id}
        name="cardInstallment"
        value={option?.installmentNumber ?? chosen.current}
        disabled={!options.length}
        aria-busy={isLoading}
        onChange={(event) => {
          chosen.current = Number(event.target.value);
          setInstallment(options.find((option) => option.installmentNumber === chosen.current));
        }}
      >
        {!options.length && <option value="">{t(isLoading ? 'installmentsLoading' : 'installmentsFailed')}</option>}
        {options.map((option) => (
          <option key={option.installmentNumber} value={option.installmentNumber}>
            {optionText(t, boot.checkout, boot.locale, option)}
          </option>
        ))}
      </select>
      {first && (
        <p className="note">
          {t('installmentFirst', {
            amount: formatCurrency(first.firstInstallmentValue, boot.checkout.coin, boot.locale),
          })}
        </p>
      )}
    </div>
  );
}

export function CardPanel(props: CardPanelProps) {
  const { boot, t, isBusy, onHandle } = props;
  const { frameUrl } = boot.checkout.card!;
  // Providers that check where a card is typed want an origin. From this host the frame gets none: it would be the page's own.
  const hasOwnOrigin = !frameUrl.startsWith('/');
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<CardChannel>(null);
  const [height, setHeight] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new frame, and needs a new channel.
  useLayoutEffect(() => {
    // Before the browser can go on: the frame's load event must not be missed.
    channel.current = connectCardFrame(frame.current!, boot.locale, {
      onResize: setHeight,
      onFail: () => setHasFailed(true),
    });
    onHandle(channel.current);
    return () => {
      channel.current?.close();
      onHandle(null);
    };
  }, [boot, attempt]);
  useEffect(() => channel.current?.setDisabled(isBusy), [isBusy]);
  return (
    <>
      {hasFailed ? (
        <p className="error">
          {t('cardUnavailable')}{' '}
          <button
            className="link"
            type="button"
            onClick={() => {
              setHasFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            {t('tryAgain')}
          </button>
        </p>
      ) : null}
      <iframe
        key={attempt}
        ref={frame}
        className={`card-frame ${height ? '' : 'loading'}`}
        title={t('cardFrame')}
        src={frameUrl}
        sandbox={hasOwnOrigin ? 'allow-scripts allow-same-origin' : 'allow-scripts'}
        height={height || FRAME_HEIGHT_PX}
        hidden={hasFailed}
      />
      {boot.checkout.type === 'ONE_TIME' && <Installments {...props} />}
    </>
  );
}
