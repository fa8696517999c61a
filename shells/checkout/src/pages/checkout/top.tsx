import { Brand } from '../../components/brand.tsx';
import { Languages } from '../../components/languages.tsx';
import { pictureUrl } from '../../components/picture.ts';
import { Countdown } from './countdown.tsx';
import type { StaticProps } from './static-props.ts';

export function Top({ boot, t }: StaticProps) {
  const { checkout, locale } = boot;
  const config = checkout.checkoutBuilderConfig;
  const cover = pictureUrl(config.headerImageURL);
  return (
    <header>
      {config.countdown && <Countdown config={config.countdown} t={t} />}
      {config.enabledBannerText && config.bannerText && <p className="banner">{config.bannerText}</p>}
      <div className="top">
        <Brand logoUrl={config.logoTopImageURL} sellerName={checkout.sellerName} />
        <Languages locale={locale} urls={boot.languageUrls} label={t('languages')} />
      </div>
      {cover && <img className="cover" src={cover} alt="" fetchPriority="high" />}
    </header>
  );
}
