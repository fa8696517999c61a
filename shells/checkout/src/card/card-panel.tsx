import type { Checkout } from '@feira/schemas/checkout';
import type { Input } from '@feira/schemas/procedure';
import type { getInstallments } from '@feira/schemas/procedures/checkout';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { type CardChannel, type CardHandle, connectCardFrame } from '@feira/shell-kit/card-channel';
import { type ComponentType, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { query } from '../api.ts';
import type { CheckoutBoot } from '../boot.ts';
import type { Translate } from '../texts.ts';
import type { CardFrameProps, CardPanelProps, InstallmentOption } from './card-props.ts';
import type { SecondCard, TwoCardsProps } from './two-cards.tsx';

/** The height of the empty form, until the frame reports its own. */
const FRAME_HEIGHT_PX = 251;

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
function Installments({ boot, t, quantity, bumps, freight, discount, installment, setInstallment }: CardPanelProps) {
  const id = useId();
  const [options, setOptions] = useState<InstallmentOption[]>([]);
  const chosen = useRef(1);
  const bumpsKey = bumps.join();
  useEffect(() => {
    const controller = new AbortController();
    setInstallment('loading');
    const input: Input<typeof getInstallments> = {
      checkoutId: boot.checkout.id,
      ...(boot.checkout.amountRange && { chosenAmount: boot.checkout.price }),
      ...(quantity > 1 && { quantity }),
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
  }, [boot, quantity, bumpsKey, freight, discount, setInstallment]);
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

/** The form of one card, in its frame. */
function CardFrame({ boot, t, isBusy, onHandle, title }: CardFrameProps) {
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
        title={title}
        src={frameUrl}
        sandbox={hasOwnOrigin ? 'allow-scripts allow-same-origin' : 'allow-scripts'}
        height={height || FRAME_HEIGHT_PX}
        hidden={hasFailed}
      />
    </>
  );
}

/** Most buyers pay with one card: what the second one needs comes after the first form. */
function LazyTwoCards(props: Omit<TwoCardsProps, 'Frame'>) {
  const [TwoCards, setTwoCards] = useState<ComponentType<TwoCardsProps>>();
  useEffect(() => {
    import(/* webpackChunkName: "two-cards" */ './two-cards.tsx').then(
      (module) => setTwoCards(() => module.TwoCards),
      () => {},
    );
  }, []);
  return TwoCards ? <TwoCards {...props} Frame={CardFrame} /> : null;
}

/** Asks both cards. The form that is not complete is asked first: it marks its fields, and the other one keeps its security code. */
function withSecond(first: CardHandle, second: SecondCard): CardHandle {
  let asked: Pick<CardHandle, 'focus'> = first;
  return {
    isComplete: () => first.isComplete() && second.isComplete(),
    async tokenize(holderDocument) {
      asked = second;
      const early = second.isComplete() ? null : await second.tokenize(holderDocument);
      if (early && !('token' in early)) return early;
      asked = first;
      const one = await first.tokenize(holderDocument);
      if (!('token' in one)) return one;
      asked = second;
      const two = early ?? (await second.tokenize(holderDocument));
      if (!('token' in two)) return two;
      asked = first;
      return { ...one, secondCard: { token: two.token, amount: second.amount } };
    },
    focus: () => asked.focus(),
  };
}

export function CardPanel(props: CardPanelProps) {
  const { boot, t, onHandle } = props;
  const { checkout } = boot;
  const [first, setFirst] = useState<CardHandle | null>(null);
  const [second, setSecond] = useState<SecondCard | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page takes every handle in the same way.
  useLayoutEffect(() => {
    onHandle(first && second ? withSecond(first, second) : first);
    return () => onHandle(null);
  }, [first, second]);
  return (
    <>
      <CardFrame {...props} title={t('cardFrame')} onHandle={setFirst} />
      {checkout.type === 'ONE_TIME' && <Installments {...props} />}
      {checkout.takesTwoCards && <LazyTwoCards {...props} setSecond={setSecond} />}
    </>
  );
}
