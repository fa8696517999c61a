import { ConnectionList } from '@feira/shell-desk/connections/connection-list.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useAddress } from '@feira/shell-kit/use-address';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionPlace } from '../../components/use-connection-place.ts';
import { KeyRotation } from './key-rotation.tsx';
import { RoutesPart } from './routes-part.tsx';
import { RulesPart } from './rules-part.tsx';
import { SettingsPart } from './settings-part.tsx';
import type { PlatformDetails } from './use-platform.ts';

const PARTS = ['settings', 'connections', 'routes', 'rules'] as const;
type Part = (typeof PARTS)[number];

const isPart = (text: string | null): text is Part => PARTS.some((part) => part === text);

/** The parts of a platform; the address names the open one. A part keeps its typed values while another is open. */
export function PlatformParts({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation('connections');
  const { search, change } = useAddress();
  const place = useConnectionPlace(platform.id);
  const asked = search.get('part');
  const part = isPart(asked) ? asked : 'settings';
  const [former, setFormer] = useState<readonly Part[]>([]);
  if (!former.includes(part)) setFormer([...former, part]);
  const shown: Record<Part, ReactNode> = {
    settings: <SettingsPart platform={platform} />,
    connections: <ConnectionList place={place} foot={<KeyRotation platformId={platform.id} />} />,
    routes: <RoutesPart platform={platform} />,
    rules: <RulesPart platform={platform} />,
  };
  return (
    <>
      <TabList
        label={t('tabs.label')}
        tabs={PARTS.map((key) => ({ key, label: t(`tabs.${key}`) }))}
        value={part}
        // The state of the history entry stays: an unsaved form has left its mark there.
        onOpen={(key) => change({ part: key === 'settings' ? null : key }, { isReplaced: true, state: history.state })}
      />
      <TabPanel tab={part}>
        {PARTS.filter((key) => former.includes(key)).map((key) => (
          <div key={key} hidden={key !== part}>
            {shown[key]}
          </div>
        ))}
      </TabPanel>
    </>
  );
}
