import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePlatforms } from './use-platforms.ts';

interface PlatformSelectProps {
  /** Null means the own platform. */
  platformId: string | null;
  onChange: (platformId: string | null) => void;
}

/** Chooses the platform that a page shows; it is hidden where there is only one. */
export function PlatformSelect({ platformId, onChange }: PlatformSelectProps) {
  const { t } = useTranslation('master');
  const { data } = usePlatforms();
  const platforms = data?.platforms ?? [];
  if (platforms.length < 2) return null;
  const own = platforms.find(({ isOwn }) => isOwn)?.id ?? null;
  return (
    <Select
      className="list-select"
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('platforms.choose')}
      value={platformId ?? own}
      onChange={(id) => onChange(id === own ? null : id)}
      options={platforms.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
