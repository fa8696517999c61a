/** The rules across the fields of an offer, for its form and the server. */
import type { Locale } from '../src/common.ts';
import type { OfferFields } from '../src/entities/offer.ts';
import { CALENDAR_MONTHS } from '../src/options.ts';

const text = (portuguese: string, english: string): Record<Locale, string> => ({ 'pt-BR': portuguese, en: english });

export const OFFER_PROBLEMS = {
  noMethod: text('Escolha ao menos uma forma de pagamento.', 'Select at least one payment method.'),
  pixAbroad: text(
    'Pix é só em reais: desligue-o ou venda em BRL.',
    'Pix is in reais only: turn it off, or sell in BRL.',
  ),
  billetAbroad: text(
    'Boleto é só em reais: desligue-o ou venda em BRL.',
    'Boletos are in reais only: turn boleto off, or sell in BRL.',
  ),
  recurrencePrice: text('Digite o valor das próximas cobranças.', 'Enter the amount of the following charges.'),
  frequency: text('Escolha de quanto em quanto tempo se cobra.', 'Select how often buyers are charged.'),
  months: text(
    'Pelo calendário cobra-se a cada 1, 3, 6 ou 12 meses: use 30, 90, 180 ou 365 dias, ou conte o período em dias.',
    'By the calendar, charges are 1, 3, 6 or 12 months apart: use 30, 90, 180 or 365 days, or count the period in days.',
  ),
  fakePrice: text(
    'O preço riscado precisa ser maior que o preço.',
    'The compare-at price must be higher than the price.',
  ),
  window: text('O fim precisa vir depois do início.', 'The end must be after the start.'),
  twoFares: text(
    'Use o frete fixo ou as opções de entrega, não os dois.',
    'Use either the flat rate or delivery options, not both.',
  ),
  twoPreselected: text(
    'Marque uma só opção de entrega como a inicial.',
    'Mark only one delivery option as selected by default.',
  ),
  methodDiscount: text(
    'Uma assinatura não tem desconto por forma de pagamento.',
    "A subscription can't have a discount by payment method.",
  ),
  quantity: text(
    'Só produtos físicos de pagamento único são vendidos em mais de uma unidade por pedido.',
    'Only one-time sales of physical products can have more than one item per order.',
  ),
  customTwice: text('Cada campo precisa de um nome diferente.', 'Each field needs a name of its own.'),
  customOptions: text(
    'Escreva ao menos duas opções, uma por linha, ou troque o tipo do campo.',
    'Enter at least two options, one per line, or change the type of the field.',
  ),
  interestFree: text(
    'Não pode passar do número máximo de parcelas.',
    "Can't exceed the maximum number of installments.",
  ),
};
export type OfferProblem = keyof typeof OFFER_PROBLEMS;

export const isOfferProblem = (problem: string): problem is OfferProblem => problem in OFFER_PROBLEMS;

interface Checked extends Omit<OfferFields, 'installments'> {
  installments: Pick<NonNullable<OfferFields['installments']>, 'interestFree' | 'max'> | null;
  deliveryOptions: readonly { preSelected: boolean }[];
}

/** Returns what does not fit, by the path of the field. A form also asks for values that are not complete yet. */
export function findOfferProblems(offer: Checked): [path: string, problem: OfferProblem][] {
  const { frequencyInDays: days, fakePrice, saleStartsAt, saleEndsAt, installments, deliveryOptions } = offer;
  const isForeign = offer.coin !== 'BRL';
  const isSubscription = offer.type === 'SUBSCRIPTION';
  const isChargeable = offer.pixEnabled || offer.creditCardEnabled || offer.billetEnabled;
  const rules: [isBroken: boolean, path: string, problem: OfferProblem][] = [
    [!isChargeable, 'pixEnabled', 'noMethod'],
    [isForeign && offer.pixEnabled, 'pixEnabled', 'pixAbroad'],
    [isForeign && offer.billetEnabled, 'billetEnabled', 'billetAbroad'],
    [isSubscription && offer.recurrencePrice === null, 'recurrencePrice', 'recurrencePrice'],
    [isSubscription && days === null, 'frequencyInDays', 'frequency'],
    [offer.period === 'CALENDAR' && days !== null && !CALENDAR_MONTHS.has(days), 'frequencyInDays', 'months'],
    [(fakePrice ?? Number.POSITIVE_INFINITY) <= offer.price, 'fakePrice', 'fakePrice'],
    [saleStartsAt !== null && saleEndsAt !== null && saleEndsAt <= saleStartsAt, 'saleEndsAt', 'window'],
    [offer.fretePrice !== null && deliveryOptions.length > 0, 'fretePrice', 'twoFares'],
    [deliveryOptions.filter(({ preSelected }) => preSelected).length > 1, 'deliveryOptions', 'twoPreselected'],
    [isSubscription && offer.maxQuantity > 1, 'maxQuantity', 'quantity'],
    [isSubscription && offer.pixDiscountBasisPoints > 0, 'pixDiscountBasisPoints', 'methodDiscount'],
    [isSubscription && offer.billetDiscountBasisPoints > 0, 'billetDiscountBasisPoints', 'methodDiscount'],
    [
      installments !== null && installments.interestFree > installments.max,
      'installments.interestFree',
      'interestFree',
    ],
  ];
  for (const [index, { key, label, kind, options }] of offer.customFields.entries()) {
    const isTwice = offer.customFields.slice(0, index).some((other) => other.key === key || other.label === label);
    rules.push([isTwice, `customFields.${index}.label`, 'customTwice']);
    rules.push([kind === 'CHOICE' && options.length < 2, `customFields.${index}.options`, 'customOptions']);
  }
  return rules.flatMap(([isBroken, path, problem]) => (isBroken ? [[path, problem]] : []));
}
