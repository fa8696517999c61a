/** Puts the sections of a checkout in order. */
import { CHECKOUT_SECTIONS, type CheckoutBuilderConfig, type CheckoutSection } from '../src/checkout.ts';

/** The sections that are no part of the form: they stand above or below it. */
const AROUND: readonly CheckoutSection[] = ['PRODUCT', 'FEEDBACKS'];
const isAround = (section: CheckoutSection): boolean => AROUND.includes(section);

export interface OrderedSections {
  above: CheckoutSection[];
  /** The sections that the buyer fills in, and last the summary with the button that sends it. */
  form: CheckoutSection[];
  below: CheckoutSection[];
}

/** Returns every section once. One that the seller has not placed follows the one that is before it by default. */
export function splitSections(placed: readonly CheckoutSection[] = []): OrderedSections {
  const sections = [...new Set(placed)];
  for (const [index, section] of CHECKOUT_SECTIONS.entries()) {
    if (sections.includes(section)) continue;
    const before = CHECKOUT_SECTIONS[index - 1];
    sections.splice(before ? sections.indexOf(before) + 1 : 0, 0, section);
  }
  const start = sections.findIndex((section) => !isAround(section));
  const fields = sections.filter((section) => !isAround(section) && section !== 'SUMMARY');
  return {
    above: sections.slice(0, start),
    form: [...fields, 'SUMMARY'],
    below: sections.slice(start).filter(isAround),
  };
}

export function orderSections(placed?: readonly CheckoutSection[]): CheckoutSection[] {
  const { above, form, below } = splitSections(placed);
  return [...above, ...form, ...below];
}

/** Moves a section to a place, or to the nearest one where it may stand: fields stay together, and the rest goes around them. */
export function moveSection(
  placed: readonly CheckoutSection[],
  section: CheckoutSection,
  place: number,
): CheckoutSection[] {
  const sections = orderSections(placed);
  if (section === 'SUMMARY') return sections;
  const from = sections.indexOf(section);
  const others = sections.filter((other) => other !== section);
  const start = others.findIndex((other) => !isAround(other));
  const end = others.indexOf('SUMMARY');
  let to = place;
  if (!isAround(section)) to = Math.min(Math.max(place, start), end);
  else if (place > start && place <= end) to = place < from ? start : end + 1;
  others.splice(to, 0, section);
  return others;
}

/** The parts of the form that a seller may put in another order. */
export type FormPart = 'IDENTIFICATION' | 'DELIVERY' | 'ORDER_BUMPS' | 'PAYMENT' | 'COUPON';

/** Returns the parts of the form in the seller's order, with the order bumps at their place. */
export function listFormParts({ sections, orderBumpPlace }: CheckoutBuilderConfig): FormPart[] {
  const parts = splitSections(sections).form.filter((section) => section !== 'SUMMARY') as FormPart[];
  const places = { AFTER_PRODUCT: 0, BEFORE_PAYMENT: parts.indexOf('PAYMENT'), ABOVE_BUTTON: parts.length };
  parts.splice(places[orderBumpPlace ?? 'BEFORE_PAYMENT'], 0, 'ORDER_BUMPS');
  return parts;
}
