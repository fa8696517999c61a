import { PictureField } from '@feira/shell-desk/uploads/picture-field.tsx';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BannerDraft, createBanner, MAX_BANNERS, moveBanner } from './customization-fields.ts';
import type { TabProps } from './tab-props.ts';

export function BannersTab({ controls, problemOf }: TabProps) {
  const { t } = useTranslation('admin');
  const { value: banners, onChange: put } = controls.banners;
  const [message, setMessage] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const [focus, setFocus] = useState<string | null>(null);
  // A banner that moved keeps the focus, so that pressing again moves it on.
  useLayoutEffect(() => {
    if (!focus) return;
    list.current?.querySelector<HTMLElement>(focus)?.focus();
    setFocus(null);
  }, [focus]);
  const edit = (index: number, part: Partial<BannerDraft>) =>
    put(banners.map((banner, other) => (other === index ? { ...banner, ...part } : banner)));
  const move = (index: number, step: -1 | 1) => {
    const place = index + step;
    put(moveBanner(banners, index, step));
    setMessage(t('customization.bannerMoved', { place: place + 1, count: banners.length }));
    // At an end the pressed button is disabled, so the other one takes the focus.
    const isEnd = place === 0 || place === banners.length - 1;
    const way = (step === -1) === isEnd ? 'down' : 'up';
    setFocus(`[data-banner="${banners[index]?.key}"] [data-move="${way}"]`);
  };
  const remove = (index: number) => {
    put(banners.filter((_, other) => other !== index));
    setMessage(t('customization.bannerRemoved', { place: index + 1 }));
    const next = banners[index + 1] ?? banners[index - 1];
    if (next) setFocus(`[data-banner="${next.key}"] input`);
  };
  const add = () => {
    const banner = createBanner();
    put([...banners, banner]);
    setFocus(`[data-banner="${banner.key}"] input`);
  };
  return (
    <>
      <p className="muted">{t('customization.bannersText')}</p>
      <p className="visually-hidden" role="status">
        {message}
      </p>
      {banners.length === 0 && <p>{t('customization.noBanners')}</p>}
      <ul ref={list} className="banners">
        {banners.map((banner, index) => (
          <li key={banner.key} data-banner={banner.key}>
            <BannerFields
              banner={banner}
              index={index}
              problemOf={problemOf}
              count={banners.length}
              onChange={(part) => edit(index, part)}
              onMove={(step) => move(index, step)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <div>
        <button type="button" className="button" disabled={banners.length >= MAX_BANNERS} onClick={add}>
          <Icon name="plus" size={18} />
          {t('customization.addBanner')}
        </button>
        {banners.length >= MAX_BANNERS && (
          <p className="form-hint">{t('customization.bannerLimit', { count: MAX_BANNERS })}</p>
        )}
      </div>
    </>
  );
}

interface BannerFieldsProps {
  banner: BannerDraft;
  index: number;
  count: number;
  problemOf: TabProps['problemOf'];
  onChange: (part: Partial<BannerDraft>) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

function BannerFields({ banner, index, count, problemOf, onChange, onMove, onRemove }: BannerFieldsProps) {
  const { t } = useTranslation('admin');
  const name = t('customization.banner', { place: index + 1 });
  const problem = (field: string) => problemOf(`banners.${index}.${field}`);
  return (
    <fieldset className="form-group">
      <legend>{name}</legend>
      <div className="banner-tools">
        <button
          type="button"
          className="icon-button"
          data-move="up"
          disabled={index === 0}
          aria-label={t('customization.moveUp', { name })}
          onClick={() => onMove(-1)}
        >
          <span className="banner-up">
            <Icon name="chevron" />
          </span>
        </button>
        <button
          type="button"
          className="icon-button"
          data-move="down"
          disabled={index === count - 1}
          aria-label={t('customization.moveDown', { name })}
          onClick={() => onMove(1)}
        >
          <Icon name="chevron" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('customization.removeBanner', { name })}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      </div>
      <PictureField
        kind="PLATFORM_BANNER"
        takesAddress
        label={t('customization.bannerImage')}
        hint={t('customization.bannerImageHint')}
        alt={banner.description}
        shape="banner"
        value={banner.imageUrl}
        problem={problem('imageUrl')}
        onChange={(imageUrl) => onChange({ imageUrl })}
      />
      <TextField
        label={t('customization.bannerAlt')}
        hint={t('customization.bannerAltHint')}
        maxLength={120}
        value={banner.description}
        problem={problem('description')}
        onChange={(description) => onChange({ description })}
      />
      <TextField
        label={t('customization.bannerLink')}
        hint={t('customization.optional')}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        spellCheck={false}
        value={banner.href}
        problem={problem('href')}
        onChange={(href) => onChange({ href })}
      />
    </fieldset>
  );
}
