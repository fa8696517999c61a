import type { PlatformPixels } from '@feira/schemas/platform';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import type { ValueOf } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FIELDS, findTab, type Tab } from './pixels-tabs.ts';
import { usePixelsChange } from './use-platform-pixels.ts';

interface PixelsFormProps {
  tab: Tab;
  shown: PlatformPixels;
  onOpen: (tab: Tab) => void;
}

type Stored = ValueOf<typeof FIELDS>;

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
export function PixelsForm({ tab, shown, onOpen }: PixelsFormProps) {
  const { t } = useTranslation('admin');
  const { t: say } = useTranslation('pixels');
  const stored = useMemo(() => toStored(shown), [shown]);
  const change = usePixelsChange();
  const draft = useDraft({ fields: FIELDS, stored, change, say });
  const { controls, problems, value, isDirty, clear } = draft;
  const form = draft.form(async () => {
    const answer = await change.run(value);
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
      <SaveBar isDirty={isDirty} {...draft.bar} />
    </form>
  );
}
