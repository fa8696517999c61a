import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InstallmentRules, listInstallments } from './installments.ts';

const rules = (changes: Partial<InstallmentRules>): InstallmentRules => ({
  total: 10_000,
  maxInstallments: 12,
  interestFree: 12,
  feeBasisPoints: [],
  minimumInstallment: 0,
  ...changes,
});

describe('listInstallments', () => {
  it('divides without interest and lets the first installment carry the residue, up or down', () => {
    const options = listInstallments(rules({ maxInstallments: 3 }));
    const short = listInstallments(rules({ total: 20_000, maxInstallments: 3 }));

    expect(options).toEqual([
      {
        installmentNumber: 1,
        installmentValue: 10_000,
        firstInstallmentValue: 10_000,
        total: 10_000,
        hasInterest: false,
      },
      {
        installmentNumber: 2,
        installmentValue: 5_000,
        firstInstallmentValue: 5_000,
        total: 10_000,
        hasInterest: false,
      },
      {
        installmentNumber: 3,
        installmentValue: 3_333,
        firstInstallmentValue: 3_334,
        total: 10_000,
        hasInterest: false,
      },
    ]);
    expect(short[2]).toMatchObject({ installmentValue: 6_667, firstInstallmentValue: 6_666, total: 20_000 });
  });

  it('adds the fee of each count beyond the interest-free ones', () => {
    const options = listInstallments(
      rules({ total: 9_990, maxInstallments: 4, interestFree: 2, feeBasisPoints: [399, 499, 599, 725] }),
    );

    expect(options.map(({ total, hasInterest }) => [total, hasInterest])).toEqual([
      [9_990, false],
      [9_990, false],
      [10_588, true],
      [10_714, true],
    ]);
    expect(options[2]).toMatchObject({ installmentValue: 3_529, firstInstallmentValue: 3_530 });
  });

  it('charges the fee of a single installment when none is interest-free', () => {
    const [option] = listInstallments(rules({ maxInstallments: 1, interestFree: 0, feeBasisPoints: [250] }));

    expect(option).toMatchObject({ total: 10_250, firstInstallmentValue: 10_250, installmentValue: 10_250 });
    expect(option?.hasInterest).toBe(true);
  });

  it('rounds each figure once, from the exact value', () => {
    // 1.4994 cents per installment: rounding the total up to 3 first and then halving it would show 2.
    const options = listInstallments(
      rules({ total: 2, maxInstallments: 2, interestFree: 1, feeBasisPoints: [0, 4_994], minimumInstallment: 1 }),
    );

    expect(options[1]).toEqual({
      installmentNumber: 2,
      installmentValue: 1,
      firstInstallmentValue: 2,
      total: 3,
      hasInterest: true,
    });
  });

  it('offers a count exactly at the minimum and not a cent below', () => {
    const atMinimum = listInstallments(rules({ total: 1_500, minimumInstallment: 500 }));
    const below = listInstallments(rules({ total: 1_498, minimumInstallment: 500 }));

    expect(atMinimum.map((option) => option.installmentNumber)).toEqual([1, 2, 3]);
    expect(below.map((option) => option.installmentNumber)).toEqual([1, 2]);
  });

  it('always offers one installment, even below the minimum', () => {
    expect(listInstallments(rules({ total: 100, minimumInstallment: 500 }))).toHaveLength(1);
    expect(listInstallments(rules({ total: 100, maxInstallments: 0 }))).toHaveLength(1);
    expect(listInstallments(rules({ interestFree: 0, feeBasisPoints: [] }))).toHaveLength(1);
    expect(listInstallments(rules({ total: 0 }))).toEqual([]);
  });

  it('never offers more than twelve, nor a count whose fee is unknown', () => {
    expect(listInstallments(rules({ maxInstallments: 24, interestFree: 24 }))).toHaveLength(12);
    const options = listInstallments(rules({ maxInstallments: 6, interestFree: 2, feeBasisPoints: [0, 0, 500] }));
    expect(options.map((option) => option.installmentNumber)).toEqual([1, 2, 3]);
  });

  it('leaves out counts that would leave nothing for the first installment', () => {
    const options = listInstallments(rules({ total: 7 }));

    expect(options.every((option) => option.firstInstallmentValue >= 1 && option.installmentValue >= 1)).toBe(true);
    expect(options.some((option) => option.installmentNumber === 12)).toBe(false);
  });

  it('refuses a total that is no amount', () => {
    expect(() => listInstallments(rules({ total: 10.5 }))).toThrow('total');
    expect(() => listInstallments(rules({ total: -1 }))).toThrow('total');
  });

  it('adds up to the total charged and stays within a cent of the exact value', () => {
    const anyRules = fc.record({
      total: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 100_000_000_000 })),
      maxInstallments: fc.integer({ min: 1, max: 12 }),
      interestFree: fc.nat(12),
      feeBasisPoints: fc.array(fc.nat(5_000), { minLength: 12, maxLength: 12 }),
      minimumInstallment: fc.nat(2_000),
    });
    fc.assert(
      fc.property(anyRules, (input) => {
        const options = listInstallments(input);

        expect(options[0]?.installmentNumber).toBe(1);
        for (const option of options) {
          const { installmentNumber: count, installmentValue, firstInstallmentValue, total } = option;
          const fee = count > input.interestFree ? input.feeBasisPoints[count - 1]! : 0;
          const exact = BigInt(input.total) * BigInt(10_000 + fee);

          expect(firstInstallmentValue + installmentValue * (count - 1)).toBe(total);
          expect(firstInstallmentValue).toBeGreaterThan(0);
          expect(option.hasInterest).toBe(fee > 0);
          // Twice the distance to the exact value is at most the unit, both for the total and for one installment.
          const distance = (value: number, unit: bigint): bigint => 2n * (BigInt(value) * unit - exact);
          for (const [value, unit] of [
            [total, 10_000n],
            [installmentValue, 10_000n * BigInt(count)],
          ] as const) {
            expect(distance(value, unit) <= unit && distance(value, unit) > -unit).toBe(true);
          }
          if (count > 1) expect(installmentValue).toBeGreaterThanOrEqual(input.minimumInstallment);
        }
      }),
    );
  });
});
