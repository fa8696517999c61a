import type { ComponentType } from 'react';
import type { CheckoutBoot } from '../../boot.ts';
import { type Layout, layoutOf } from './layout.ts';
import DefaultLayout from './layouts/default.tsx';
import DropshippingLayout from './layouts/dropshipping.tsx';
import VegaLayout from './layouts/vega.tsx';
import { CheckoutPage } from './page.tsx';

export const FORMS: Record<Layout, ComponentType<{ boot: CheckoutBoot }>> = {
  default: DefaultLayout,
  vega: VegaLayout,
  dropshipping: DropshippingLayout,
};

/** The whole checkout as one component, for the builder: every layout, and nothing counts down, is sent or announced. */
export default function CheckoutPreview(props: { boot: CheckoutBoot; onRemoveFeedback?: (id: string) => void }) {
  const { boot, onRemoveFeedback } = props;
  const layout = layoutOf(boot.checkout.checkoutBuilderConfig);
  const Form = FORMS[layout];
  return <CheckoutPage boot={boot} form={<Form key={layout} boot={boot} />} onRemoveFeedback={onRemoveFeedback} />;
}
