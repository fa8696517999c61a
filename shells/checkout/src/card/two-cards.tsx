import { formatCurrency, parseCurrency } from '@feira/schemas/rules/currency';
import type { CardHandle } from '@feira/shell-kit/card-channel';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import type { CardFrameProps, CardPanelProps } from './card-props.ts';
import { isDivided, isDivisible, keepSecond, LEAST } from './split-amount.ts';
import { twoCardsWords } from './two-cards-words.ts';

export interface TwoCardsProps extends CardPanelProps {
  Frame: ComponentType<CardFrameProps>;
  /** Null while one card pays. The handle of the first card asks the second through it. */
  setSecond(second: SecondCard | null): void;
}

/** The second card, and the cents that it pays. */
export interface SecondCard extends CardHandle {
  amount: number;
}

/** The link below the card form, and behind it the second card. The amounts always sum to what is charged. */
export function TwoCards(props: TwoCardsProps) {
  const { boot, installment, setSecond } = props;
  const words = twoCardsWords(boot.locale);
  const [isOpen, setOpen] = useState(false);
  // While prices change nothing is sent, and what was typed stays.
  const last = useRef<number>(undefined);
  if (typeof installment === 'object') last.current = installment.total;
  const total = last.current;
  const isOffered = total !== undefined && isDivisible(total);
  useEffect(() => {
    if (!isOpen) setSecond(null);
  }, [isOpen, setSecond]);
  if (!isOpen && !isOffered) return null;
  return (
    <div className="two-cards">
      {isOpen && total !== undefined && <Second {...props} total={total} />}
      <button className="link" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.close : words.open}
      </button>
    </div>
  );
}

function Second({ boot, t, isBusy, total, Frame, setSecond }: TwoCardsProps & { total: number }) {
  const { locale, checkout } = boot;
  const words = twoCardsWords(locale);
  const id = useId();
  const [handle, setHandle] = useState<CardHandle | null>(null);
  const [chosen, setChosen] = useState<number>();
  /** The amount that is being typed, and in which of the two fields. */
  const [typed, setTyped] = useState<{ place: number; text: string }>();
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const money = (cents: number) => formatCurrency(cents, checkout.coin, locale);
  // A wrong amount stays to be corrected; a right one is kept while it fits the price.
  const second = chosen !== undefined && (typed || isWrong) ? chosen : keepSecond(total, chosen);
  const amounts = [total - second, second];
  const isRight = isDivided(total, second);
  useEffect(() => {
    setSecond({
      amount: second,
      isComplete: () => isRight && handle?.isComplete() === true,
      async tokenize(holderDocument) {
        setWrong(!isRight);
        if (!isRight) return { reason: 'invalid' };
        return handle?.tokenize(holderDocument) ?? { reason: 'failed', message: t('cardUnavailable') };
      },
      focus: () => (isRight ? handle : field.current)?.focus(),
    });
  }, [setSecond, handle, second, isRight, t]);
  const leave = () => {
    setTyped(undefined);
    setWrong(!isRight);
  };
  return (
    <fieldset className="second-card">
      <legend>{words.title}</legend>
      <p className="note">{words.note}</p>
      <div className="row">
        {amounts.map((amount, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second card stay where they are.
          <div className="field" key={place}>
            <label htmlFor={`${id}${place}`}>{place ? words.secondAmount : words.firstAmount}</label>
            <input
              id={`${id}${place}`}
              ref={place ? field : undefined}
              inputMode="decimal"
              autoComplete="off"
              value={typed?.place === place ? typed.text : money(Math.max(0, amount))}
              readOnly={isBusy}
              aria-invalid={isWrong && !isRight ? true : undefined}
              aria-describedby={isWrong && !isRight ? `${id}error` : undefined}
              onFocus={({ currentTarget }) => currentTarget.select()}
              onInput={({ currentTarget: { value } }) => {
                const cents = parseCurrency(value);
                setTyped({ place, text: value });
                setChosen(place ? cents : total - cents);
              }}
              onBlur={leave}
            />
          </div>
        ))}
      </div>
      {isWrong && !isRight && (
        <p className="error" id={`${id}error`}>
          {words.wrongAmount.replace('{{least}}', money(LEAST))}
        </p>
      )}
      <Frame boot={boot} t={t} isBusy={isBusy} title={words.frame} onHandle={setHandle} />
    </fieldset>
  );
}
