import type { PlatformPixels } from '@feira/schemas/platform';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import type { ValueOf } from '@feira/shell-kit/fields';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FIELDS, findTab, type Tab } from './pixels-tabs.ts';
import { usePixelsChange } from './use-platform-pixels.ts';

interface Shown {
  settings: PlatformPixels;
  version: number;
}

interface PixelsFormProps {
  tab: Tab;
  shown: Shown;
  reload: () => Promise<{ data?: Shown | undefined }>;
  onOpen: (tab: Tab) => void;
}

type Stored = ValueOf<typeof FIELDS>;

const LABELS = {
  facebook: 'platformPixels.facebook',
  tiktok: 'platformPixels.tiktok',
  kwai: 'platformPixels.kwai',
  googleAnalyticsId: 'platformPixels.googleAnalyticsId',
  googleAdsId: 'platformPixels.googleAdsId',
  googleAdsConversionApiId: 'platformPixels.googleAdsConversionApiId',
  isSellerListRestricted: 'platformPixels.restricted',
} as const satisfies Record<keyof Stored, string>;

function toStored(pixels: PlatformPixels): Stored {
  const ids = (list: (string | null)[] | undefined) => (list ?? []).filter((id) => id !== null);
  return {
    facebook: ids(pixels.facebook),
    tiktok: ids(pixels.tiktok),
    kwai: ids(pixels.kwai),
    googleAnalyticsId: pixels.googleAnalyticsId ?? null,
    googleAdsId: pixels.googleAdsId ?? null,
    googleAdsConversionApiId: pixels.googleAdsConversionApiId ?? null,
    isSellerListRestricted: pixels.isSellerListRestricted ?? false,
  };
}

/** One form, of which each tab shows the fields of its network. */
const toRecord = ({ settings, version }: Shown) => ({ ...toStored(settings), version });

export function PixelsForm({ tab, shown, reload, onOpen }: PixelsFormProps) {
  const { t } = useTranslation('admin');
  const { t: say } = useTranslation('pixels');
  const record = useMemo(() => toRecord(shown), [shown]);
  const change = usePixelsChange();
  const draft = useVersionedDraft({
    fields: FIELDS,
    record,
    change,
    say,
    reload: async () => {
      const { data } = await reload();
      return { data: data && toRecord(data) };
    },
  });
  const { controls, problems, value, isDirty, version, conflict, clear } = draft;
  const form = draft.form(async () => {
    const answer = await change.run({ ...value, version });
    if (answer) clear();
    return answer;
  });
  const save = (event: FormEvent) => {
    const [first] = Object.keys(problems).map(findTab);
    if (first && first !== tab) onOpen(first);
    return form.onSubmit(event);
  };
  return (
    <form {...form} className="form" onSubmit={save}>
      <UnsavedGuard isDirty={isDirty} />
      <section className="panel form" aria-label={t(`platformPixels.tabs.${tab}`)}>
        {(tab === 'facebook' || tab === 'tiktok' || tab === 'kwai') && (
          <TextField label={t(`platformPixels.${tab}`)} hint={t('platformPixels.several')} {...controls[tab]} />
        )}
        {tab === 'googleAnalytics' && (
          <TextField
            label={t('platformPixels.googleAnalyticsId')}
            hint={t('platformPixels.googleAnalyticsHint')}
            {...controls.googleAnalyticsId}
          />
        )}
        {tab === 'googleAds' && (
          <>
            <TextField
              label={t('platformPixels.googleAdsId')}
              hint={t('platformPixels.googleAdsHint')}
              {...controls.googleAdsId}
            />
            <TextField
              label={t('platformPixels.googleAdsConversionApiId')}
              hint={t('platformPixels.conversionHint')}
              {...controls.googleAdsConversionApiId}
            />
          </>
        )}
        {tab === 'facebook' && (
          <CheckField
            isSwitch
            label={t('platformPixels.restricted')}
            hint={t('platformPixels.restrictedHint')}
            {...controls.isSellerListRestricted}
          />
        )}
      </section>
      <ConflictNotice
        conflict={conflict}
        labelOf={(name) => nameConflict(conflict, 'pixels', t(LABELS[name as keyof Stored] ?? 'platformPixels.title'))}
      />
      <SaveBar isDirty={isDirty} {...draft.bar} />
    </form>
  );
}
