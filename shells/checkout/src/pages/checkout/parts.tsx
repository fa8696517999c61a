import type { FormPart } from '@feira/schemas/rules/checkout-sections';
import type { ComponentType } from 'react';
import { Bumps } from './bumps.tsx';
import { Coupon } from './coupon.tsx';
import { Delivery } from './delivery.tsx';
import { Identification } from './identification.tsx';
import { Later } from './later.tsx';
import { Methods } from './methods.tsx';

const PARTS: Record<FormPart, ComponentType> = {
  IDENTIFICATION: Identification,
  DELIVERY: Delivery,
  ORDER_BUMPS: Bumps,
  PAYMENT: Methods,
  COUPON: Coupon,
};

/** The named parts of the form, in the seller's order. */
export const Parts = ({ names }: { names: readonly FormPart[] }) =>
  names.map((name) => {
    const Part = PARTS[name];
    return (
      <Later key={name}>
        <Part />
      </Later>
    );
  });
