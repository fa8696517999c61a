import { Icon } from '@feira/shell-kit/components/icon';
import { TabList } from '@feira/shell-kit/components/tab-list';
import { useTranslation } from 'react-i18next';
import { TABS, type Tab } from './customization-fields.ts';

interface CustomizationTabsProps {
  tab: Tab;
  /** Tabs with something to correct. */
  wrong: ReadonlySet<Tab>;
  onOpen: (tab: Tab) => void;
}

export function CustomizationTabs({ tab, wrong, onOpen }: CustomizationTabsProps) {
  const { t } = useTranslation('admin');
  const tabs = TABS.map((key) => ({
    key,
    label: (
      <>
        {t(`customization.tabs.${key}`)}
        {wrong.has(key) && (
          <span className="tab-wrong">
            <Icon name="alert" size={16} />
            <span className="visually-hidden">{t('customization.tabWrong')}</span>
          </span>
        )}
      </>
    ),
  }));
  return <TabList label={t('customization.title')} tabs={tabs} value={tab} onOpen={onOpen} />;
}
