import type { CheckoutSection } from '@feira/schemas/checkout';
import { splitSections } from '@feira/schemas/rules/checkout-sections';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { ReactNode } from 'react';
import type { CheckoutBoot } from '../../boot.ts';
import { createTranslate } from '../../texts.ts';
import { Feedbacks } from './feedbacks.tsx';
import { layoutOf } from './layout.ts';
import { Product } from './product.tsx';
import type { StaticProps } from './static-props.ts';
import { Top } from './top.tsx';
import { Trust } from './trust.tsx';
import { Whatsapp } from './whatsapp.tsx';

/**
 * Everything of the checkout's document around the form. The server renders it once; the browser loads code for the form alone. The preview
 * of the seller who designs the page renders the same components.
 */
export function CheckoutPage(props: {
  boot: CheckoutBoot;
  form: ReactNode;
  onRemoveFeedback?: ((id: string) => void) | undefined;
}) {
  const { boot, form, onRemoveFeedback } = props;
  const { checkout, locale } = boot;
  const config = checkout.checkoutBuilderConfig;
  const shared: StaticProps = {
    boot,
    t: createTranslate(boot.texts, locale),
    money: (cents) => formatCurrency(cents, checkout.coin, locale),
  };
  const { above, below } = splitSections(config.sections);
  const toSection = (section: CheckoutSection) =>
    section === 'PRODUCT' ? (
      <Product key={section} {...shared} />
    ) : (
      <Feedbacks key={section} {...shared} onRemove={onRemoveFeedback} />
    );
  const side = boot.whatsappUrl ? `with-whatsapp ${config.whatsapp?.position === 'LEFT' ? 'left' : 'right'}` : '';
  return (
    <div className={`checkout ${layoutOf(config)} ${side} ${boot.isBuilder ? 'builder' : ''}`}>
      <Top {...shared} />
      <main>
        {above.map(toSection)}
        {form}
        {below.map(toSection)}
      </main>
      <footer>
        <Trust {...shared} />
        <Whatsapp {...shared} />
      </footer>
    </div>
  );
}
