import { describe, expect, it } from 'vitest';
import { findRepeat, type Sold } from './repeats.ts';
import { addStep, newStep } from './tree.ts';

const offer = (id: string, productId: string, typeProduct: 'DIGITAL' | 'FISICO' = 'DIGITAL'): Sold => ({
  id,
  product: { id: productId, typeProduct },
});
const offers = [
  offer('course', 'course'),
  offer('course-cheap', 'course'),
  offer('book', 'book'),
  offer('coffee', 'coffee', 'FISICO'),
  offer('coffee-cheap', 'coffee', 'FISICO'),
];

describe('findRepeat', () => {
  const repeat = (entryId: string, offerId: string, bumps: Sold[] = []) => {
    const step = newStep('a', offerId);
    return findRepeat(step, { entryId, steps: [step], offers }, bumps);
  };

  it.each([
    ['course', 'course', 'ENTRY'],
    ['course', 'course-cheap', 'ENTRY'],
    ['coffee', 'coffee', 'ENTRY'],
    ['coffee', 'coffee-cheap', null],
    ['course', 'book', null],
  ])('finds after %s of the step with %s: %s', (entryId, offerId, found) => {
    expect(repeat(entryId, offerId)).toBe(found);
  });

  it('finds what the checkout offers as an order bump', () => {
    expect(repeat('course', 'book', [offer('book', 'book')])).toBe('BUMP');
  });

  it('finds what was accepted on the way, and nothing that was declined', () => {
    const accepted = addStep([newStep('a', 'book')], 'a', 'onAccept', newStep('b', 'coffee'));
    const steps = addStep(
      addStep(accepted, 'b', 'onDecline', newStep('c', 'book')),
      'a',
      'onDecline',
      newStep('d', 'book'),
    );
    const at = (id: string) =>
      findRepeat(steps.find((step) => step.id === id)!, { entryId: 'course', steps, offers }, []);

    expect([at('a'), at('b'), at('c'), at('d')]).toEqual([null, null, 'STEP', null]);
  });
});
