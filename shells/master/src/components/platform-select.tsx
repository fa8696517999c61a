import { SelectBox } from '@feira/shell-kit/components/select-box';
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
    <SelectBox
      label={t('platforms.choose')}
      options={platforms}
      getValue={({ id }) => id}
      displayValue={({ name }) => name}
      value={platformId ?? own}
      onChange={(id) => onChange(id === own ? null : id)}
      isSearchable
    />
  );
}
