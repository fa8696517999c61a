import type { Customization } from '@feira/schemas/platform';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBanners } from './use-banners.ts';

type Banner = NonNullable<Customization['banners']>[number];

/** Shows the platform's pictures below the figures: nothing moves when they load. */
export function BannerList() {
  const { t } = useTranslation('seller');
  const banners = useBanners();
  if (banners.length === 0) return null;
  return (
    <ul className="dashboard-banners" aria-label={t('dashboard.banners')}>
      {banners.map((banner) => (
        <BannerPicture key={banner.imageUrl + banner.description} banner={banner} />
      ))}
    </ul>
  );
}

function BannerPicture({ banner: { imageUrl, description, href } }: { banner: Banner }) {
  const { t } = useTranslation('kit');
  const [isBroken, setIsBroken] = useState(false);
  // A picture that does not load shows its alternative text.
  const content = isBroken ? (
    <span className="panel">{description}</span>
  ) : (
    <img src={imageUrl} alt={description} loading="lazy" onError={() => setIsBroken(true)} />
  );
  const isElsewhere = href?.startsWith('https://');
  return (
    <li>
      {!href && content}
      {href && !isElsewhere && <a href={href}>{content}</a>}
      {href && isElsewhere && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {content}
          <span className="visually-hidden"> {t('newTab')}</span>
        </a>
      )}
    </li>
  );
}
