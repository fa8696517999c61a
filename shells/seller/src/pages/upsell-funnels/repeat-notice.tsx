import { useTranslation } from 'react-i18next';
import { findRepeat } from './repeats.ts';
import type { StepDraft } from './use-funnels.ts';
import { type Offer, useBumps } from './use-funnels.ts';

interface RepeatNoticeProps {
  step: StepDraft;
  steps: StepDraft[];
  entry: Offer;
  offers: Offer[];
}

/** Warns of a step that sells what its buyers have bought before, because they are never shown it. */
export function RepeatNotice({ step, steps, entry, offers }: RepeatNoticeProps) {
  const { t } = useTranslation('funnels');
  const { data } = useBumps(entry.product.id);
  const bumps = (data?.items ?? []).map(({ offer, product }) => ({ id: offer.id, product }));
  const repeat = findRepeat(step, { entryId: entry.id, steps, offers }, bumps);
  return <div role="status">{repeat && <p className="notice notice-warning">{t(`repeats${repeat}`)}</p>}</div>;
}
