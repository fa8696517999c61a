import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { FromPreview, ToPreview } from '@feira/schemas/documents';
import { useEffect, useState } from 'react';
import type { CheckoutBoot } from '../../boot.ts';
import { derive } from '../../server/checkout-boot.ts';
import { bannerStyle, themeStyle } from '../../server/theme.ts';
import CheckoutPreview from './preview.tsx';

/** The builder cannot be named otherwise: this document's origin is opaque, and it accepts messages of its own host alone. */
const postToBuilder = (message: FromPreview) => window.parent.postMessage(message, location.origin);

const withConfig = (boot: CheckoutBoot, config: CheckoutBuilderConfig): CheckoutBoot => {
  const checkout = { ...boot.checkout, checkoutBuilderConfig: config };
  return { ...boot, checkout, ...derive({ ...boot, checkout }, boot.now) };
};

/** Shows the settings that the builder sends, at every change. */
export default function LivePreview({ boot }: { boot: CheckoutBoot }) {
  const [shown, setShown] = useState(boot);
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [sheet];
    const onMessage = ({ data, source, origin }: MessageEvent<ToPreview>) => {
      if (source !== window.parent || origin !== location.origin || data.type !== 'show') return;
      sheet.replaceSync(themeStyle(data.config.colorPrimary) + bannerStyle(data.config));
      setShown(withConfig(boot, data.config));
    };
    window.addEventListener('message', onMessage);
    postToBuilder({ type: 'ready' });
    return () => window.removeEventListener('message', onMessage);
  }, [boot]);
  return <CheckoutPreview boot={shown} onRemoveFeedback={(id) => postToBuilder({ type: 'removeFeedback', id })} />;
}
