import { describe, expect, it } from 'vitest';
import { addStep, listBelow, newStep, removeStep } from './tree.ts';

const root = newStep('root', 'offer');

describe('addStep', () => {
  it('puts a step between an answer and what stood behind it', () => {
    const two = addStep([root], 'root', 'onAccept', newStep('later', 'offer'));
    const three = addStep(two, 'root', 'onAccept', newStep('between', 'offer'));

    expect(listBelow(three, 'root')).toEqual(['root', 'between', 'later']);
  });
});

describe('removeStep', () => {
  it('takes what follows along, and leaves the other branch and the root', () => {
    const accepted = addStep([root], 'root', 'onAccept', newStep('yes', 'offer'));
    const deeper = addStep(accepted, 'yes', 'onDecline', newStep('deep', 'offer'));
    const both = addStep(deeper, 'root', 'onDecline', newStep('no', 'offer'));

    expect(listBelow(removeStep(both, 'yes'), 'root')).toEqual(['root', 'no']);
    expect(removeStep(both, 'yes')).toHaveLength(2);
    expect(removeStep(both, 'root')).toEqual(both);
  });
});
