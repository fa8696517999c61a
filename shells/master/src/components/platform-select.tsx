import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePlatforms } from './use-platforms.ts';

interface PlatformSelectProps {
  /** Null is the own one. */
  platformId: string | null;
  onChange: (platformId: string | null) => void;
}

/** Which platform a page speaks of; where there is only one, there is nothing to choose. */
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
