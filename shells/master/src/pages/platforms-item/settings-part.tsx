import { BrandPanel } from './brand-panel.tsx';
import { HostsPanel } from './hosts-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SettingsForm } from './settings-form.tsx';
import { StatusPanel } from './status-panel.tsx';
import type { PlatformDetails } from './use-platform.ts';

/** Shows the platform's settings and its host names. */
export function SettingsPart({ platform }: { platform: PlatformDetails }) {
  return (
    <div className="platform-panels">
      <div>
        <SettingsForm key={platform.id} platform={platform} />
        <RulesPanel platform={platform} />
      </div>
      <div>
        <StatusPanel platform={platform} />
        <HostsPanel platform={platform} />
        <BrandPanel platform={platform} />
      </div>
    </div>
  );
}
