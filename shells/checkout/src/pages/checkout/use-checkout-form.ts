import { priceOrder } from '@feira/schemas/rules/order-price';
import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Behaviour, Notice, Session, Steps } from '../../behaviour/session.ts';
import type { CheckoutBoot } from '../../boot.ts';
import type { CardPanelProps, InstallmentChoice } from '../../card/card-props.ts';
import type { Translate } from '../../texts.ts';
import { initialChoice, readChoice } from './choice.ts';
import { maskField } from './mask-field.ts';

const LEAVE_DELAY_MS = 250;
/** A submit waits for its code this long, as one that comes before the page is alive does. */
const PATIENCE_MS = 15_000;

type FormEvent = SyntheticEvent<HTMLFormElement>;
const fieldOf = (event: FormEvent): HTMLInputElement => event.target as unknown as HTMLInputElement;
/** The longest wait for an idle moment, in ms: on a page that never rests, what is loaded then comes all the same. */
const IDLE_MS = 1_000;
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: IDLE_MS }) : setTimeout(run, 200);
const rejectLate = () => new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));

/** The form keeps its own values; the renderer hears only of changes to the page: choices, errors, progress. */
export function useCheckoutForm(boot: CheckoutBoot, t: Translate, steps?: Steps) {
  const ref = useRef<HTMLFormElement>(null);
  const [initial] = useState(() => initialChoice(boot.checkout, boot.values));
  const [choice, setChoice] = useState(initial);
  // Most of what is typed changes no choice, and then nothing is drawn.
  const updateChoice = (form: HTMLFormElement) => {
    const next = readChoice(form);
    setChoice((current) => (JSON.stringify(next) === JSON.stringify(current) ? current : next));
  };
  const [errors, setErrors] = useState<Record<string, string>>(boot.error?.fields ?? {});
  const [notice, setNotice] = useState<Notice | undefined>(
    boot.error && {
      title: boot.error.message,
      ...(boot.error.fields.isRepeat && { purchaseUrl: '/my-purchases' }),
    },
  );
  const [isBusy, setBusy] = useState(false);
  const [installment, setInstallment] = useState<InstallmentChoice>();
  const [coupon, setCoupon] = useState(boot.coupon);
  const [isAddressOpen, setAddressOpen] = useState(!!boot.values.street || 'street' in errors);
  const totals = priceOrder(boot.checkout, { ...choice, discount: coupon?.discount });
  const latest = useRef({ choice, totals, coupon, installment, steps });
  latest.current = { choice, totals, coupon, installment, steps };
  const session = useRef<Session>(null);
  const behaviour = useRef<Promise<Behaviour>>(null);
  const isLoaded = useRef(false);
  const isWaiting = useRef(false);
  const isPlain = useRef(false);

  const loadBehaviour = (): Promise<Behaviour> => {
    behaviour.current ??= import(/* webpackChunkName: "behaviour" */ '../../behaviour/start.ts').then(
      (module) => module.startBehaviour(session.current!),
      (error) => {
        behaviour.current = null;
        throw error;
      },
    );
    return behaviour.current;
  };
  const setFieldError = (name: string, message: string | undefined) =>
    setErrors(({ [name]: _, ...others }) => (message ? { ...others, [name]: message } : others));
  /** The code of the form is not to be had: the form works without it, all of it on one page. */
  const sendAsPlainForm = (button: HTMLElement | null) => {
    const form = ref.current!;
    isPlain.current = true;
    form.noValidate = false;
    document.documentElement.className = '';
    if ((button as HTMLButtonElement | null)?.name !== 'continue') form.requestSubmit(button);
  };
  const submit = async (button: HTMLElement | null) => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    if (!isLoaded.current) setBusy(true);
    try {
      const loaded = await Promise.race([loadBehaviour(), rejectLate()]);
      if (!isLoaded.current) setBusy(false);
      isLoaded.current = true;
      loaded.submit(button);
    } catch {
      setBusy(false);
      // A form that cannot be sent now is not lost in an error page of the browser.
      if (navigator.onLine) sendAsPlainForm(button);
      else setNotice({ title: t('offline') });
    } finally {
      isWaiting.current = false;
    }
  };

  // Before the next paint: an effect would wait for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page comes alive.
  useLayoutEffect(() => {
    const form = ref.current!;
    session.current = {
      boot,
      t,
      form,
      card: null,
      setErrors,
      setFieldError,
      setNotice,
      setBusy,
      setCoupon,
      openAddress: () => setAddressOpen(true),
      state: () => latest.current,
    };
    // Values that were typed and chosen before count too.
    for (const input of form.elements) maskField(input as HTMLInputElement);
    updateChoice(form);
    // The page checks the fields itself. Nothing else is drawn when it comes alive.
    form.noValidate = true;
    if (boot.isBuilder) return;
    const held = window.feiraRelease?.();
    if (held) submit(held);
    // Without its code nothing opens the address once the zip code is typed.
    else whenIdle(() => loadBehaviour().catch(() => setAddressOpen(true)));
  }, []);

  const cardProps: CardPanelProps = {
    boot,
    t,
    quantity: choice.quantity,
    bumps: choice.bumps,
    freight: totals.freight,
    discount: totals.discount,
    isBusy,
    installment,
    setInstallment,
    onHandle: (handle) => {
      session.current!.card = handle;
    },
  };
  const chosen = choice.method === 'CREDIT_CARD' ? installment : undefined;
  return {
    ref,
    initial,
    choice,
    totals,
    errors,
    notice,
    isBusy,
    isAddressOpen,
    cardProps,
    isCounting: chosen === 'loading',
    coupon,
    interest: typeof chosen === 'object' ? chosen.total - totals.total : 0,
    onSubmit: (event: FormEvent) => {
      if (isPlain.current) return;
      event.preventDefault();
      submit((event.nativeEvent as SubmitEvent).submitter);
    },
    // The seller looks at the steps without filling them in. The preview's frame lets no form be sent, so no submit event comes.
    onClick: boot.isBuilder
      ? (event: MouseEvent) => {
          if (!(event.target as Element).closest('[type=submit]')) return;
          event.preventDefault();
          if (steps && steps.current !== steps.next) steps.complete('', steps.next);
        }
      : undefined,
    onInput: (event: FormEvent) => {
      maskField(fieldOf(event));
      updateChoice(event.currentTarget);
      if (errors[fieldOf(event).name]) setFieldError(fieldOf(event).name, undefined);
    },
    onBlur: (event: FormEvent) => {
      const { name } = fieldOf(event);
      // A message appearing between press and release would move the button away from under the finger.
      if (name)
        setTimeout(
          () =>
            behaviour.current?.then(
              (loaded) => loaded.leaveField(name),
              () => {},
            ),
          LEAVE_DELAY_MS,
        );
    },
  };
}
