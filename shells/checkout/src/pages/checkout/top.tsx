import { Languages } from '../../components/languages.tsx';
import { Countdown } from './countdown.tsx';
import { pictureUrl } from './picture.ts';
import type { StaticProps } from './static-props.ts';

export function Top({ boot, t }: StaticProps) {
  const { checkout, locale } = boot;
  const config = checkout.checkoutBuilderConfig;
  const logo = pictureUrl(config.logoTopImageURL);
  const cover = pictureUrl(config.headerImageURL);
  return (
    <header>
      {config.countdown && <Countdown config={config.countdown} t={t} />}
      {config.enabledBannerText && config.bannerText && <p className="banner">{config.bannerText}</p>}
      <div className="top">
        {logo ? <img className="logo" src={logo} alt={checkout.sellerName} /> : <b>{checkout.sellerName}</b>}
        <Languages locale={locale} urls={boot.languageUrls} label={t('languages')} />
      </div>
      {cover && <img className="cover" src={cover} alt="" fetchPriority="high" />}
    </header>
  );
}
